"""Make the gallery: the main screens at four sizes, light and dark.

`make gallery` writes a picture for each screen and scheme, small JPEGs in docs/galleria/, and their page
docs/galleria.md; both are committed. The offline copy on the phone leaves them out. Run it after a visible change.
"""

import base64
import json
import sys
from dataclasses import dataclass

from playwright.sync_api import Browser

from scripts import pipeline
from scripts.workspace import project_root
from tests.browser.link_preview_image import make_preview
from tests.browser.registro import operation, recorded, remember
from tests.running_server import chromium, served

SIZES = ((360, 740), (390, 844), (768, 1024), (1440, 900))
SCHEMES = (("chiaro", "light"), ("scuro", "dark"))
SCALE = 0.36
GAP = 10
QUALITY = 50


# What the phone remembers in the pictures: invented people, real rules.
RULES = [
    {"id": "bang-3.penalita.e", "citation": "BANG 3 penalità.e", "text": "Alla seconda ammonizione il giocatore è espulso.", "at": 1},
    {"id": "mtr-2.5", "citation": "MTR 2014 2.5", "text": "Procedura di Fine Incontro", "at": 1},
    {"id": "naruto-it-infrazioni.ritardo", "citation": "NAR-IT Ritardo", "text": "Ritardo", "at": 1},
]  # fmt: skip
PENALTIES = [
    *recorded("Ada Rossi", time="2026-10-03T10:20:00Z", table="4", round="2"),
    *recorded("Bruno Neri", time="2026-10-03T11:05:00Z", table="11", book="naruto-it",
              infraction="naruto-it-infrazioni.ritardo", infractionTitle="Ritardo", penalty="partita-persa",
              penaltyTitle="Partita persa", also=[{"id": "ammonizione-ufficiale", "title": ""}],
              note="Otto minuti dopo l’inizio."),
    operation("named", name="Torneo d’autunno", day="2026-10-03"),
]  # fmt: skip
MEMORY = {"prontuario.regole": {"version": 1, "recent": RULES, "bookmarks": RULES[:1]}}


@dataclass(frozen=True)
class Screen:
    """Describe a picture: `click` what to tap first, `typed` what to type."""

    name: str
    title: str
    path: str
    click: tuple[str, ...] = ()
    typed: str = ""


SCREENS = (
    Screen("inizio", "Inizio", "/"),
    Screen("regola", "Una regola aperta da un collegamento", "/mtr/2/#mtr-2.5.c"),
    Screen("foglio", "Che cosa si può fare con una regola", "/bang/3/", (".enunciato .cit",)),
    Screen("termine", "Un termine spiegato senza lasciare la pagina", "/mtr/2/", (".termine",)),
    Screen("attorno", "Attorno a una regola", "/naruto-it/infrazioni/#naruto-it-infrazioni.ritardo", ("[id='naruto-it-infrazioni.ritardo'] ~ .attorno summary",)),
    Screen("tabella", "Una tabella nel suo capitolo", "/mtr/10/#mtr-10.1.minimi"),
    Screen("ricerca", "La ricerca", "/", ("#q",), "mazzo 39 carte"),
    Screen("penalita", "Penalità", "/penalita/?g=naruto-it"),
    Screen("verdetto", "Un verdetto", "/penalita/?g=naruto-it&i=ritardo&r=caso.posto&r=motivo.no&r=minuti.entro-15&s=ammonizione-ufficiale.0"),
    Screen("registro", "Registro", "/registro/"),
    Screen("tabelle", "Tabelle", "/tabelle/"),
    Screen("confronto", "Italia e USA", "/confronto/naruto/"),
)  # fmt: skip


def shot(browser: Browser, address: str, screen: Screen, size: tuple[int, int], scheme: str) -> bytes:
    """Return a picture of a screen on a phone or desktop, as PNG."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        locale="it-IT",
        reduced_motion="reduce",
        is_mobile=width < 768,
        has_touch=width < 768,
        service_workers="block",
    )
    for key, value in MEMORY.items():
        context.add_init_script(f"localStorage.setItem({json.dumps(key)}, {json.dumps(json.dumps(value))})")
    page = context.new_page()
    if screen.name == "registro":
        page.goto(f"{address}{screen.path}")
        remember(page, PENALTIES)
    page.goto(f"{address}{screen.path}")
    for selector in screen.click:
        page.locator(selector).first.click()
    if screen.typed:
        page.keyboard.type(screen.typed)
    page.wait_for_timeout(700)
    picture = page.screenshot()
    context.close()
    return picture


def composed(browser: Browser, pictures: list[bytes]) -> tuple[bytes, int, int]:
    """Return (JPEG of the pictures side by side and smaller, width, height)."""
    width = round(sum(w for w, _ in SIZES) * SCALE) + GAP * (len(SIZES) + 1)
    height = round(max(h for _, h in SIZES) * SCALE) + 2 * GAP
    page = browser.new_page(viewport={"width": width, "height": height})
    images = "".join(
        f'<img src="data:image/png;base64,{base64.b64encode(picture).decode()}" width="{round(w * SCALE)}">'
        for picture, (w, _) in zip(pictures, SIZES, strict=True)
    )
    style = f"margin:{GAP}px;display:flex;gap:{GAP}px;align-items:flex-start;background:#8a8a86"
    page.set_content(f'<body style="{style}">{images}</body>')
    page.wait_for_timeout(100)
    picture = page.screenshot(type="jpeg", quality=QUALITY)
    page.close()
    return picture, width, height


def page_text(width: int, height: int) -> str:
    """Return the text of docs/galleria.md."""
    sizes = ", ".join(f"{w}×{h}" for w, h in SIZES)
    parts = [
        "---\ntitle: Galleria\ndescription: Le schermate principali di Prontuario, per chi ci lavora.\nhide: [toc]\nkind: prose\ncss: [larga]\n---",
        "# Galleria",
        f"Le schermate principali a {sizes}, con il tema chiaro e con quello scuro. `make gallery` le rifà: guardale prima di proporre una modifica che si vede.",
    ]
    for screen in SCREENS:
        parts.append(f"## {screen.title} {{ #{screen.name} }}")
        parts += [
            f"![{screen.title}, tema {name}](galleria/{screen.name}-{name}.jpg){{ loading=lazy width={width} height={height} }}"
            for name, _ in SCHEMES
        ]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    root = project_root()
    pipeline.build_release(root)
    folder = root / "docs/galleria"
    folder.mkdir(exist_ok=True)
    width = height = 0
    with served(root) as address, chromium() as browser:
        make_preview(browser, root)
        for screen in SCREENS:
            for name, scheme in SCHEMES:
                pictures = [shot(browser, address, screen, size, scheme) for size in SIZES]
                picture, width, height = composed(browser, pictures)
                (folder / f"{screen.name}-{name}.jpg").write_bytes(picture)
    (root / "docs/galleria.md").write_text(page_text(width, height), encoding="utf-8")
    weight = sum(path.stat().st_size for path in folder.glob("*.jpg"))
    print(f"{len(SCREENS)} schermate in docs/galleria/, {weight // 1000} kB.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
