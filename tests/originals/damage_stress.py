"""Import 2,000 randomly damaged originals on all processors, to find crashes.

`PRONTUARIO_ORIGINALS=… python -m tests.originals.damage_stress`.
"""

import os
import time
from concurrent.futures import ProcessPoolExecutor

from tests.originals.test_real_originals import survive

COUNT, PIECE = 2000, 100


def main() -> None:
    begin = time.perf_counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        refused = sum(pool.map(survive, range(1000, 1000 + COUNT // PIECE), [PIECE] * (COUNT // PIECE)))
    print(f"{COUNT} originali guastati: {refused} rifiutati, nessun errore, {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
