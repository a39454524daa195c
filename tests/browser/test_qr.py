"""Test that QR codes have the standard's modules."""

from urllib.parse import quote

import pytest
import segno
from playwright.sync_api import Page

TEXTS = [
    "a",
    "https://prontuario.example/r/bang-3.penalita.e",
    "perché è così: ’",
    *("x" * n for n in (
        13, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213,
        214, 251, 252, 287, 288, 331, 332, 362, 363, 412
    )),
    *(quote(f"?g=naruto-it&i={'ritardo-' * n}") for n in range(1, 12, 2)),
]  # fmt: skip


def test_qr_codes_have_the_modules_of_the_standard(page: Page, server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare with segno, using our mask.

    segno adds 8 bits where the data already end on a byte: taken out.
    """
    padding = segno.encoder.write_padding_bits
    monkeypatch.setattr(
        segno.encoder,
        "write_padding_bits",
        lambda buff, v, length: padding(buff, v, length) if length % 8 else None,  # type: ignore[no-untyped-call]
    )
    page.goto(f"{server}/penalita/")
    found = page.evaluate(
        "async ([url, texts]) => { const { qrModules } = await import(url); return texts.map((t) => qrModules(t)); }",
        [f"{server}/assets/js/qr.js", TEXTS],
    )
    for text, modules in zip(TEXTS, found, strict=True):
        codes = (
            segno.make(text, error="m", boost_error=False, mode="byte", encoding="utf-8", micro=False, mask=mask)
            for mask in range(8)
        )
        assert any([list(row) for row in code.matrix] == modules for code in codes), text
