"""Test an update as described in manuale/dieci-minuti.md."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from scripts import cli, pipeline
from scripts.site import service_worker
from tests.browser.offline_visit import AT_ONCE, line
from tests.conftest import built_copy
from tests.running_server import served, until

BEFORE, AFTER = "I giocatori difendono le proprie Basi.", "I giocatori difendono le proprie Basi, tutte."
# the server looks for another release now and then: until it has it, a phone that asks finds nothing new
SERVED = "async (version) => (await (await fetch('/sw.js', { cache: 'no-store' })).text()).includes(version)"
UPDATE = "navigator.serviceWorker.getRegistration().then((r) => r.update()).then(() => 0)"


def test_a_corrected_sentence_reaches_a_phone_that_was_there_before(
    built_wot: Path, tmp_path: Path, phone: Callable[..., BrowserContext]
) -> None:
    root = built_copy(built_wot, tmp_path / "progetto")
    (chapter,) = [path for path in (root / "rules_src/wot").glob("*.md") if BEFORE in path.read_text(encoding="utf-8")]
    with served(root) as address:
        page = phone(service_workers="allow").new_page()
        page.goto(f"{address}/wot/")
        page.evaluate(AT_ONCE)
        before = line(page)
        text = chapter.read_text(encoding="utf-8")
        chapter.write_text(text.replace(BEFORE, "I giocatori difendono le proprie Basi"), encoding="utf-8")
        assert cli.main(["--root", str(root), "check", "--book", "wot"]) == 1, "a sentence that is not finished"
        release = (root / pipeline.CURRENT).resolve()
        chapter.write_text(text.replace(BEFORE, AFTER), encoding="utf-8")
        assert cli.main(["--root", str(root), "build", "--book", "wot"]) == 0
        assert (root / pipeline.CURRENT).resolve() != release, "switched, with one step"
        until(page, SERVED, service_worker.name_version(service_worker.list_digests((root / pipeline.SITE).resolve())))
        page.evaluate(UPDATE)
        page.get_by_role("button", name="Passa alla nuova").click()
        expect(page.locator("[data-copia]")).not_to_have_text(before)
        line(page)
        shown = page.request.get(f"{address}/api/v1/texts.json").text()
        assert "proprie Basi, tutte." in shown.replace("\u00a0", " ")
