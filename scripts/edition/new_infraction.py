"""Draft the files of a new infraction, with a decision table that gives no verdict yet."""

from scripts.model.book import Book
from scripts.model.infraction import KINDS, UNWRITTEN
from scripts.model.italian_format import slugify
from scripts.model.problems import suggest

TABLE = """# La tabella di decisione di «{title}»: vedi FORMATO.md, «Le infrazioni».
id = "{id}"              # un’ancora: la sezione dell’infrazione, o l’enunciato che la definisce
title = "{title}"
kind = "procedura"            # {kinds}
section = "{section}"
definition = [{statement}]        # gli enunciati che la definiscono
examples = []                 # quelli che ne danno un esempio

# Una domanda per ogni cosa che cambia la penalità; nessuna, se è sempre la stessa.
# [[question]]
# id = "quando"
# text = "Quando è stata scoperta?"
# answers = [
#   {{ id = "prima", text = "Prima della partita" }},
#   {{ id = "dopo", text = "A partita cominciata", more = "anche dopo la fine" }},
# ]

# Una riga per ogni esito: insieme rispondono a tutte le combinazioni di risposte, una volta sola.
[[row]]
# when = {{ quando = "prima" }}  # se una domanda manca vale qualunque risposta; in una lista basta una di quelle
penalty = "{unwritten}"       # {penalties}
# from = "…"                  # se il libro lascia un intervallo: from e to al posto di penalty, e in weighs che cosa pesa
remedy = []                   # ["Primo passo.", "Secondo passo."]
record = []                   # che cosa si annota, se non lo dice già la penalità
cites = [{first}]             # gli enunciati che lo dicono
"""

PENALTIES = """# Le penalità del libro e come aumentano: vedi FORMATO.md, «Le penalità».
infractions = ["{section}"]   # sezioni che devono avere una tabella (".*" alla fine: quelle sotto)
# unforeseen = []             # gli enunciati su chi decide quello che il libro non prevede

# Dalla più lieve alla più grave.
# [[penalty]]
# id = "ammonizione"
# title = "Ammonizione"
# grade = 1                   # ordine di gravità, 0 = nessuna penalità
# section = "{section}"
# cites = [{first}]
# brings = []                 # penalità che si danno sempre insieme a questa
# record = ["Registra l’ammonizione."]
# record_cites = []
# report = ""                 # a chi va l’elenco di queste penalità
# asks = ""                   # se la penalità aumenta, la domanda su quante ce ne sono già: "Quante ammonizioni ha già ricevuto nel torneo?"
# counts = ""                 # una frase sotto la domanda: che cosa si conta
# words = ["ammonizione"]     # come la chiama chi racconta che il giocatore l’ha già…
# once = ["ammonito"]         # …e come dice che l’ha avuta una volta

# [[escalation]]
# id = "seconda-ammonizione"
# penalty = "ammonizione"     # chi riceve questa…
# already = 1                 # …e ne ha già almeno tante…
# becomes = "espulsione"      # …riceve invece questa
# text = "Alla seconda ammonizione il giocatore è espulso."
# cites = [{first}]
"""
STORIES = "risposte\tracconto\n"


def draft_infraction(book: Book, name: str) -> tuple[str, dict[str, str]] | str:
    """Return a new infraction's (path of decision table, {path: content}).

    `name`: title, number or anchor of a section, or anchor of a statement. If it is unknown,
    returns only an Italian hint.
    """
    wanted = slugify(name)
    section = next((s for s in book.sections if name in (s.id, s.number or s.id) or wanted == slugify(s.title)), None)
    own = next((s for s in book.sections for statement in s.statements if statement.id == name), None)
    section = section or own
    if section is None:
        titles = {slugify(s.title): s.title for s in book.sections}
        near = [titles[slug] for slug in titles if slug in suggest(wanted, titles)]
        return (
            f"forse {', '.join(f'«{title}»' for title in near)}"
            if near
            else "il titolo, il numero o l’ancora di una sezione del libro, o l’ancora di un enunciato."
        )
    statement = f'"{name}"' if own else next((f'"{s.id}"' for s in section.statements), "")
    cited = statement or f'"{section.id}"'
    penalties = ", ".join(p.id for p in book.penalties if p.id != UNWRITTEN)
    text = TABLE.format(
        title=section.title,
        id=name if own else section.id,
        section=section.id,
        kinds=", ".join(KINDS),
        statement=statement,
        first=cited,
        unwritten=UNWRITTEN,
        penalties=f"una fra {penalties}" if penalties else "prima si scrivono in penalita.toml",
    )
    folder = f"rules_src/{book.slug}"
    name = slugify(name.removeprefix(f"{book.slug}-")) if own else slugify(section.title)
    files = {f"{folder}/infrazioni/{name}.toml": text, f"{folder}/racconti/{name}.tsv": STORIES}
    if not book.penalties:
        files[f"{folder}/penalita.toml"] = PENALTIES.format(section=section.id, first=cited)
    return next(iter(files)), files
