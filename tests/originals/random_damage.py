"""Damage bytes at random: flip, cut, double, swap, overwrite."""

import random


def mutated(data: bytes, source: random.Random) -> bytes:
    """Damage a text one to six times, reproducibly."""
    out = bytearray(data)
    for _ in range(source.randint(1, 6)):
        if len(out) < 10:
            break
        at = source.randrange(len(out))
        size = source.randint(1, max(1, len(out) // source.choice([3, 20, 200])))
        block = bytes(out[at : at + size])
        match source.choice(["flip", "cut", "double", "swap", "noise"]):
            case "flip":
                for _ in range(source.randint(1, 200)):
                    out[source.randrange(len(out))] = source.randrange(256)
            case "cut":
                del out[at : at + size]
            case "double":
                out[at:at] = block
            case "swap":
                del out[at : at + size]
                out[(place := source.randrange(len(out) + 1)) : place] = block
            case _:
                out[at : at + size] = source.randbytes(min(size, 500))
    return bytes(out)
