"""Test classes of questions: unknown words, slips, editions, numbers, compounds, English."""

import random

import pytest

from search.engine.answer import Engine
from search.engine.resolve_citation import Resolver
from search.language import analysis

UNKNOWN = """
meteo drone incendio reverendo adesivo ombrello meteorite terremoto vaccino passaporto biglietteria matrimonio
dentista farmacia ospedale bicicletta piscina spiaggia grandine gatto coniglio elefante tigre zanzara formica
chitarra pianoforte violino tamburo orchestra cinema televisione giornale romanzo poesia pittura scultura museo
cattedrale vescovo elezioni parlamento sindaco ministro mutuo condominio ascensore lavatrice frigorifero lampada
balcone giardino quercia pomodoro insalata formaggio prosciutto zucchero melanzana cucina forchetta camicia
cappotto sciarpa guanti orecchini parrucchiere profumo sapone dentifricio tosse raffreddore antibiotico chirurgo
notaio poliziotto astronauta satellite galassia pianeta chimica geometria algebra laurea pallavolo tennis nuoto
maratona calciatore karaoke discoteca valigia aeroporto traghetto autostrada semaforo rotonda skateboard sushi
balena delfino violinista
"""

WORDS = UNKNOWN.split()

EDITIONS = [  # a question, and the books that it is asked of
    *((f"{what} {how}", {"naruto-usa"}) for what in ("mazzo", "sideboard", "segnaturni", "leggendarie", "rinforzi") for how in (
        "USA quante carte", "usa quante copie", "usa", "USA di Naruto", "USA dopo il nono turno")),
    *((f"{how} quante carte nel mazzo", {"naruto-usa"}) for how in (
        "Naruto 1.3", "naruto edizione 1.3", "regole usa", "regolamento usa", "regole americane", "versione usa", "edizione USA")),
    *((f"{how} quante carte nel mazzo", {"naruto-it"}) for how in (
        "regole italiane", "regolamento italiano", "edizione italiana", "versione italiana", "naruto italiano", "Naruto Italia")),
    *((f"{what} nel mazzo italiano di Naruto", {"naruto-it"}) for what in ("copie", "ninja", "missioni")),
    *((f"proxy {how}", {"mtr"}) for how in ("nel 2014", "2014", "estate 2014", "edizione 2014", "regole 2014", "regole del 2014")),
    *((f"asta {how}", {"bang"}) for how in ("nel 2016", "edizione 1.0", "a bang", "versione 1.0")),
    *((f"medaglie {how}", {"wot"}) for how in ("edizione 2.0", "a world of tanks", "a wot rush", "versione 2.0")),
    ("a Magic quanto dura un turno", {"magic-mtr", "magic-ipg"}), ("il mazzo a magic quante carte", {"magic-mtr", "magic-ipg"}),
    ("che cosa dice l’ipg sul ritardo", {"magic-ipg"}),
]  # fmt: skip
PLAIN = [  # the same words, plainly something else
    "come si usa una tecnica", "chi usa due ninja", "il giocatore usa le bustine", "uno usa il telefono", "non usa bustine uguali",
    "carte in italiano", "si usa il sideboard", "lingua italiana", "testo italiano della carta", "siamo 2014 giocatori",
    "che usa la birra", "se usa una carta",
]  # fmt: skip


def test_a_word_that_no_book_has_is_said_to_be_unknown(engine: Engine) -> None:
    spelling = engine.choose("").spelling
    words = [word for word in WORDS if analysis.term_of(word) not in spelling.counts]  # some a question may have
    told = [word for word in words if (page := engine.search(f"{word} ")).total == 0 and page.unknown == (word,)]
    assert len(words) > 85
    assert len(told) >= 0.95 * len(words), sorted({*words} - {*told})


def test_an_unknown_word_is_named_and_the_rest_is_answered(engine: Engine) -> None:
    page = engine.search("posso mescolare il mazzo con l’ombrello ")
    assert page.unknown == ("ombrello",)
    assert page.total
    assert not page.suggestion


def slips(words: list[str], count: int) -> list[tuple[str, str]]:
    """Misspell words: a letter swapped, lost, doubled, changed or added."""
    chance, found = random.Random(7), list[tuple[str, str]]()
    while len(found) < count:
        word = chance.choice(words)
        n = chance.randrange(1, len(word) - 1)
        letter = chance.choice("aeiolnrst")
        slip = chance.choice([
            word[:n] + word[n + 1] + word[n] + word[n + 2 :], word[:n] + word[n + 1 :], word[:n] + word[n] + word[n:],
            word[:n] + letter + word[n + 1 :], word[:n] + letter + word[n:],
        ])  # fmt: skip
        if slip != word:
            found.append((slip, word))
    return found


def test_slips_of_words_that_books_have_are_mended(engine: Engine) -> None:
    texts = (document.text for document in engine.documents)
    words = sorted(
        {t.word for text in texts for t in analysis.tokens(text) if t.term and t.word.isalpha() and len(t.word) > 5}
    )
    spelling = engine.choose("").spelling
    tried = [(slip, word) for slip, word in slips(words, 400) if analysis.term_of(slip) not in spelling.counts][:200]
    missed = []
    for slip, word in tried:
        reading = spelling.read(slip, analysis.term_of(slip), False)
        if analysis.term_of(word) not in [term for term, _ in reading.terms]:
            missed.append((slip, word))
    assert len(tried) == 200
    assert len(missed) <= 10, missed


def test_a_pasted_message_is_not_corrected(engine: Engine) -> None:
    text = "ciao arbtro scusa il disturbo siamo a Magic il mio avversaro ha mescolato male il mazo e adesso dice che posso tagliare io ma il tempo è finito da poco"
    page = engine.search(text)
    assert not page.suggestion
    assert {result.book for result in page.results} <= {"magic-mtr", "magic-ipg"}


def test_the_edition_named_anywhere_decides_what_is_searched(engine: Engine) -> None:
    assert len(EDITIONS) >= 50
    right = [
        q
        for q, books in EDITIONS
        if {r.book for r in engine.search(f"{q} ").results} <= books and engine.parse(q).books
    ]
    assert len(right) >= 0.95 * len(EDITIONS), sorted({q for q, _ in EDITIONS} - {*right})


@pytest.mark.parametrize("text", PLAIN)
def test_a_word_that_is_plainly_something_else_names_no_edition(engine: Engine, text: str) -> None:
    assert engine.parse(text).books == ()


@pytest.mark.parametrize(
    "text",
    ["+1/+1", "0-0-3", "1 - 1", "2,9", "2hg", "103.4", "9 mm", "3-2", "50 + 5", "0,33", "7 vite", "2 a 0"],
)
def test_numbers_that_are_no_citation_are_words(engine: Engine, text: str) -> None:
    parsed = engine.parse(f"{text} ")
    assert not parsed.cited.anchors
    assert not parsed.cited.wrong
    assert engine.search(f"{text} ").total


@pytest.mark.parametrize(("spelt", "digits"), [
    ("trentadue giorni", "32 giorni"), ("ventuno giocatori", "21 giocatori"), ("sessantaquattro giocatori", "64 giocatori"),
    ("centoventi minuti", "120 minuti"), ("quarantacinque minuti", "45 minuti"), ("duecento dollari", "200 dollari"),
])  # fmt: skip
def test_a_number_in_letters_is_the_number(engine: Engine, spelt: str, digits: str) -> None:
    assert [r.id for r in engine.search(spelt).results] == [r.id for r in engine.search(digits).results]


@pytest.mark.parametrize(
    ("cite", "near"), [("mtr 2.5.cc", "magic-mtr-2.5"), ("bang 1.11", "bang-1.1"), ("mtr 2.55", "magic-mtr-2.14")]
)
def test_a_citation_with_a_letter_too_many_offers_the_nearest(engine: Engine, cite: str, near: str) -> None:
    found = Resolver(engine, {}).resolve(cite)
    assert near in (found.id, *found.nearest) or any(one.startswith("magic-mtr-2.") for one in found.nearest)


def test_every_citation_that_is_printed_resolves(engine: Engine) -> None:
    resolver = Resolver(engine, {})
    wrong = [
        c for anchor, (c, _) in engine.shown.items() if resolver.printed[c] == 1 and resolver.resolve(c).id != anchor
    ]
    assert not wrong
    assert len(engine.shown) > 4000


@pytest.mark.parametrize("forms", [
    ("playoff", "play off", "play-off"), ("sideboard", "side board", "side-board"), ("checklist", "check list", "check-list"),
    ("fuorilegge", "fuori legge", "fuori-legge"), ("mezzogiorno di fuoco", "mezzo giorno di fuoco"), ("retroguardia", "retro guardia"),
    ("deck check", "deckcheck", "deck-check"), ("decklist", "deck list", "deck-list"),
])  # fmt: skip
def test_a_compound_is_one_however_it_is_written(engine: Engine, forms: tuple[str, ...]) -> None:
    first, *others = ([r.id for r in engine.search(f"{form} ", limit=5).results] for form in forms)
    for other in others:
        assert {*other[:3]} & {*first[:3]}, (forms, first, other)


@pytest.mark.parametrize(("one", "other"), [
    ("vincitrice", "vincitore"), ("giocatrice", "giocatore"), ("organizzatrice", "organizzatore"), ("spettatrice", "spettatore"),
])  # fmt: skip
def test_a_feminine_is_found(one: str, other: str) -> None:
    assert analysis.term_of(one) == analysis.term_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("posta", "posto"), ("colpa", "colpo"), ("foglia", "foglio"), ("mazzetta", "mazzetto")]
)
def test_two_words_have_two_stems(one: str, other: str) -> None:
    assert analysis.term_of(one) != analysis.term_of(other)


@pytest.mark.parametrize(("text", "rows"), [
    ("chi è lo sceriffo", False), ("sceriffo", True), ("tabella dei tavoli 27 giocatori", True), ("black lotus", True),
])  # fmt: skip
def test_who_asks_what_or_who_gets_the_rule_and_who_says_a_name_or_a_number_the_row(
    engine: Engine, text: str, rows: bool
) -> None:
    assert (engine.search(text, limit=1).results[0].kind.value == "entry") == rows


def headless(engine: Engine) -> list[str]:
    """Return the chapters' headings without rules of their own."""
    followed = zip(engine.documents, engine.documents[1:], strict=False)
    return [one.anchor for one, after in followed if {one.anchor, after.anchor} <= engine.sections.keys()]


@pytest.mark.parametrize(("query", "sections"), [
    ("coaching", ("magic-ipg-3.2", "magic-mtr-5.6")), ("consigli dall’esterno", ("magic-ipg-3.2", "magic-mtr-5.6")),
    ("turni extra", ("magic-mtr-2.4",)), ("wagering", ("magic-ipg-4.4", "magic-mtr-5.3")),
])  # fmt: skip
def test_a_bare_term_leads_to_what_is_asked_with_it_alone(
    engine: Engine, query: str, sections: tuple[str, ...]
) -> None:
    first = engine.search(f"{query} ", "magic").results[0].id
    assert first.startswith(tuple(f"{section}." for section in sections)), first


def test_a_heading_that_holds_no_rule_does_not_lead_by_a_synonym(engine: Engine) -> None:
    empty = set(headless(engine))
    assert len(empty) >= 3
    for query in ("coaching", "comunicazioni fra giocatori", "tre turni aggiuntivi"):
        assert engine.search(f"{query} ", "magic").results[0].id not in empty, query


def test_a_title_that_a_synonym_says_does_not_lead(engine: Engine) -> None:
    first = engine.search("tre turni aggiuntivi ", "magic").results[0].id
    assert first.startswith("magic-mtr-2.4.")
    assert first != "magic-mtr-2.4.a"
