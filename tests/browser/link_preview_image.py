"""Make the picture that a chat shows beside a link.

It is `docs/assets/img/anteprima.png`, made by `make gallery`; no page of the site loads it.
"""

from pathlib import Path

from playwright.sync_api import Browser

PICTURE = Path("docs/assets/img/anteprima.png")
MARK = Path("docs/assets/img/prontuario.svg")
SIZE = (1200, 630)  # pixels, as chats want it
PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; height: 100vh; display: flex; align-items: center; gap: 72px; padding: 0 110px; box-sizing: border-box;
  background: #fbfaf7; color: #1b1a17; font: 42px/1.35 system-ui, sans-serif; }}
svg {{ flex: none; height: 330px; }}
b {{ display: block; font-size: 104px; line-height: 1.1; margin-bottom: 20px; }}
</style>{mark}<p><b>Prontuario</b>La regola e la penalità,<br>al tavolo.</p>"""


def make_preview(browser: Browser, root: Path) -> None:
    """Write the picture."""
    page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
    page.set_content(PAGE.format(mark=(root / MARK).read_text(encoding="utf-8")))
    (root / PICTURE).write_bytes(page.screenshot())
    page.close()
