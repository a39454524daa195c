"""Test how many stories are understood, in the page and on the server."""

from pathlib import Path

import pytest
from playwright.sync_api import Page

from scripts.pipeline import SITE, Sources
from search.engine.infraction_from_story import StoryClassifier
from tests.story_scenarios import HALVES, pairs, told, understood

LEAST = {  # the figures of the day on which they were last changed, a little lower
    half: dict(zip(("first", "three", "sure", "sure and right", "right", "heard", "verdict"), least, strict=True))
    for half, least in (
        ("seen", (0.99, 0.995, 0.97, 0.99, 0.99, 0.95, 0.99)),
        ("kept", (0.97, 0.99, 0.9, 0.98, 0.975, 0.87, 0.985)),
        ("fresh", (0.93, 0.975, 0.77, 0.97, 0.98, 0.82, 0.985)),
        ("latest", (0.975, 0.995, 0.9, 0.985, 0.975, 0.885, 0.98)),
    )
}


def test_the_server_hears_what_the_page_hears(page: Page, server: str, built: Path) -> None:
    page.goto(f"{server}/penalita/")
    stories = [("mtr", "59"), *((row["book"], row["scenario"]) for row in list(told("seen"))[::15])]
    found = page.evaluate(
        """async ([base, stories]) => {
          const load = (file) => import(`${base}/assets/js/${file}.js`);
          const [{ Listener }, { loadGame, loadStories }, { analysis }] = await Promise.all(
            ["penalita/story-reader", "verdict/load-games", "language/load-language"].map(load));
          const listeners = {};
          const all = [];
          for (const [book, text] of stories) {
            const game = await loadGame(book);
            const listener = (listeners[book] ??= new Listener(game, await loadStories(book), await analysis()));
            const read = listener.words(text);
            const { found } = listener.find(read, text);
            all.push(found.map(({ infraction, chance }) => [infraction.id, chance]));
          }
          return all;
        }""",
        [server, stories],
    )
    games = {book: built / SITE / f"assets/penalita/{book}.json" for book, _ in stories}
    classifiers = {
        book: StoryClassifier(game, game.parent.parent / f"racconti/{book}.json") for book, game in games.items()
    }
    for (book, text), theirs in zip(stories, found, strict=True):
        ours, _ = classifiers[book].rank(text)
        assert [one.id for one in ours] == [id for id, _ in theirs], text
        assert [one.chance for one in ours] == pytest.approx([chance for _, chance in theirs], abs=1e-9)


@pytest.mark.parametrize("half", LEAST)
def test_what_is_told_is_understood(page: Page, server: str, half: str) -> None:
    shares = understood(page, server, half).values()
    low = {name: f"{shares[name]:.3f}" for name, least in LEAST[half].items() if shares[name] < least}
    assert not low, f"{half}: {low}"


def test_told_situations_name_what_the_tables_have(sources: Sources) -> None:
    for half in HALVES:
        for row in told(half):
            book = sources.rulebook.book(row["book"])
            table = next(t for t in book.infractions if t.place.file.endswith(f"/{row['infraction']}.toml"))
            answers = {q.id: {a.id for a in q.answers} for q in table.questions}
            for question, answer in (pairs(row["full"]) | pairs(row["answers"])).items():
                assert answer in answers[question], row["scenario"]
            assert {p for v in row["verdict"].split("..") for p in [v]} <= {p.id for p in book.penalties}
