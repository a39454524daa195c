"""Check texts for foreign markup (Markdown, HTML…), which pages would print."""

import itertools
import re

from scripts.model.problems import Place, Report

FOREIGN = (
    (re.compile(r"Ã[\x80-\xbf\u00a0-\u017f]|â€|Â[\xa0«»°]|\ufffd"), "lettere accentate in UTF-8; queste sono state salvate con un’altra codifica, riscrivile"),
    (re.compile(r"\w[\u0300-\u036f]"), "una lettera accentata intera; qui l’accento è un segno a parte, riscrivila"),
    (re.compile(r"\[\[https?:"), "un rimando a un’ancora del prontuario, non a un indirizzo"),
    (re.compile(r"\[\[[^\]|]* [^\]|]*\|[a-z][a-z0-9-]*-[a-z0-9.-]+\]\]"), "prima l’ancora e poi le parole, come in [[ancora|parole]]"),
    (re.compile(r"\*\*|__|~~|(?<!\w)\*\w|(?<!\w)_\w|`"), "niente Markdown, perché qui grassetti, corsivi e codice non valgono"),
    (re.compile(r"</?[a-zA-Z][^>]*>"), "soltanto parole, perché qui l’HTML non vale"),
    (re.compile(r"&[a-z]+;|&#\d+;"), "il carattere, non la sua entità HTML"),
    (re.compile(r"\{tabella\b", re.I), "la riga {tabella ANCORA} da sola, fra due enunciati"),
    (re.compile(r"\{[{%#]"), "niente graffe doppie, né graffe con % o #, che servono ai modelli delle pagine"),
    (re.compile(r"\[\[(?![^\[\]|]*(?:\|[^\[\]|]+)?\]\])"), "un rimando scritto [[ancora]] o [[ancora|parole]]"),
    (re.compile(r"\w\[\[|\]\](?:\w|\[\[)"), "uno spazio fra un rimando e la parola o il rimando accanto"),
    (re.compile(r"\[\[[^\[\]|]*\|\s*[a-z][a-z0-9]*-[a-z0-9.-]*[a-z0-9]\s*\]\]"), "dopo la barra, parole da leggere; se non ci sono, il rimando mostra la citazione"),
    (re.compile(r"!\[[^\]]*\]"), "soltanto parole, niente immagini"),
    (re.compile(r"(?<!\])\]\((?:https?:|\S)"), "un collegamento scritto [[ancora]] o [[ancora|parole]]"),
    (re.compile(r"(?<!\[)\[(?:nota|esempio|da scrivere)\]", re.I), "[nota], [esempio] o [da scrivere] all’inizio dell’enunciato, uno solo"),
    (re.compile(r"(?<!\[)\[[a-z][a-z0-9]*-[a-z0-9.-]+\](?!\])"), "un rimando fra doppie parentesi quadre, come [[ancora]]"),
    (re.compile(r"\A\((?:nota|esempio|da scrivere)\)", re.I), "[nota], [esempio] o [da scrivere], fra parentesi quadre"),
    (re.compile(r"\b(?:TODO|FIXME|XXX)\b|\?{3,}"), "un enunciato finito; quello che manca si segna con «[da scrivere]» al posto di tutto l’enunciato"),
    (re.compile(r"\b(?:puo|piu|gia|cosi|perche|poiche|finche|sara|cioe|meta|e)'(?!\w)", re.I), "accenti veri, come in può, più, già, perché, è"),
    (re.compile(r"[cC][hH][èÈ]\b|\b[nNsS][èÈ]\b"), "un accento acuto, come in perché, poiché, né, sé"),
    (re.compile(r"'"), "l’apostrofo tipografico (’)"),
    (re.compile(r"[′´ʼ‛]|(?<=\w)[‘](?=\w)"), "l’apostrofo tipografico (’)"),
    (re.compile(r"(?:(?<=\s)|\A)”|“(?=\s|\Z|[.,;:)])"), "virgolette che si aprono con “ e si chiudono con ”"),
    (re.compile(r"\b(?:[cdlmnstv]|un|gl|(?:d|n|qu)?ell|all|dall|sull|coll|quest|bell|sant|senz)’\s", re.I), "nessuno spazio dopo l’apostrofo"),
    (re.compile(r"[(“«]\s|\s[)”»]"), "nessuno spazio dentro parentesi e virgolette"),
    (re.compile(r"\b0\.\d"), "la virgola decimale, come in 0,33"),
    (re.compile(r"\b\d{1,3} \d{3}\b(?! \d)"), "le migliaia con il punto, come in 2.000"),
    (re.compile(r"—"), "la lineetta media (–)"),
    (re.compile(r"[¼½¾]"), "le frazioni a parole o con la virgola, come mezz’ora o 0,5"),
    (re.compile(r"[\U0001f000-\U0010ffff]"), "parole, non figure"),
    (re.compile(r"[!?]{2}"), "un segno solo"),
    (re.compile(r'"'), "virgolette tipografiche (“ ”)"),
    (re.compile(r"(?<!-)--(?!-)"), "la lineetta media (–)"),
    (re.compile(r"\.\.\."), "i puntini in un segno solo (…)"),
    (re.compile(r"\s[.,;:](?=\s|$)"), "nessuno spazio prima del segno"),
    (re.compile(r"\S(?:  +|\t)(?=\S)"), "uno spazio solo fra due parole"),
    (re.compile(r"\u00a0|\u202f"), "uno spazio normale; quello che non va a capo lo aggiunge il sito"),
    (re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u00ad\u200b\ufeff]"), "nessun carattere invisibile: cancellalo"),
    (re.compile(r"(?<=[A-Za-zÀ-ÿ])[Ͱ-ӿ]|[Ͱ-ӿ](?=[A-Za-zÀ-ÿ])"), "lettere latine; qui ce n’è una di un altro alfabeto, che sembra uguale. Riscrivi la parola, o nessuno la troverà"),
    (re.compile(r"[ﬀ-ﬆ]"), "lettere separate; qui due sono fuse in un segno solo, come le copia un PDF. Riscrivile, o nessuno troverà la parola"),
    (re.compile(r"(?<!\[)\[\d+\](?!\])"), "un enunciato a parte, o una [nota], al posto di una nota a piè di pagina"),
    (re.compile(r"\\"), "nessuna barra, perché qui ogni segno vale per quello che è"),
    (re.compile(r"\b\d+[OIl]\b|\b\d*[OIl]\d+\b"), "un numero di sole cifre; qui c’è una lettera che sembra 0 o 1"),
    (re.compile(r"[,;:][,.;:]|(?<=[^\W\d])\.\.(?!\.)"), "un segno solo"),
)  # fmt: skip

# What only whole sentences must hold to, and formulas ("turni.Turni") need not.
ENDS = re.compile(r"[.!?:;)”…»\]]\Z")
SHOUTED = re.compile(r"[^a-zà-ÿ]{12,}\Z")
# said twice in a row only by a hand that slipped
SMALL = frozenset(("il", "lo", "la", "gli", "le", "un", "una", "di", "del", "della", "dei", "delle", "a", "al", "alla", "ai", "alle", "da", "dal", "dalla", "in", "nel", "nella", "con", "su", "sul", "sulla", "per", "e", "o", "che", "non", "ha", "hanno", "è", "sono", "deve", "può"))  # fmt: skip
UNTITLED = re.compile(
    r"\[\[|\s#+\Z|\*\*|__|~~|`|</?[a-zA-Z][^>]*>|&[a-z]+;|\S(?:  +|\t)(?=\S)|[\x00-\x08\x0b-\x1f\x7f\u00ad\u200b\ufeff]"
)
UNPRINTED = re.compile(
    r"</?[a-zA-Z][^>]*>|\{[{%#]|\{tabella\b|\[\[(?![^\[\]|]*(?:\|[^\[\]|]+)?\]\])|[\x00-\x08\x0b-\x1f\x7f\u200b\ufeff\ufffd]"
)
UNFIT = (
    (re.compile(r"[<>]"), "parole al posto dei segni (meno di, al più, almeno), e virgolette “ ”"),
    (re.compile(r"[a-zà-ÿ][,;](?=[a-zA-Zà-ÿ])|[a-zà-ÿ]{2}\.(?=[A-ZÀ-Ý][a-zà-ÿ])"), "uno spazio dopo il segno"),
    (re.compile(r"[.;:!?] [a-z]{1,2}\. [A-ZÀ-Ý]"), "ogni enunciato a inizio riga, con la sua lettera"),
)
PAIRS = (("(", ")"), ("“", "”"), ("«", "»"))

# Something of every mark of FOREIGN but those that stand only at the beginning: most texts have none of it, and need not be
# searched three dozen times. Every branch begins with a sign or a set of them: else Python tries each at every place.
SUSPECT = re.compile(
    r"[ÃâÂ\\\ufffd\u0300-\u036f\[\]*_~`<&{'\"\t\u00a0\u202f\u00ad\u200b\ufeff\x00-\x08\x0b-\x1f\x7fͰ-ӿﬀ-ﬆ′´ʼ‛‘—¼½¾\U0001f000-\U0010ffff]"
    r"|[-.?!,;:]{2}|\s[-.,;:?!\s)”»]|\d[OIl]|[OIl]\d|[TFX](?:ODO|IXME|XX)|[hHnNsS][èÈ]\b|’\s|[(“«]\s|“(?:\Z|[.,;:)])|0\.\d|\d \d{3}"
)


def is_suspect(text: str) -> bool:
    """Return whether a text may contain foreign markup (fast pretest)."""
    return text.startswith(("(", "”")) or SUSPECT.search(text) is not None


def check_marks(text: str, place: Place, report: Report) -> bool:
    """Report a text's first foreign markup; return whether there is none."""
    marks = FOREIGN if is_suspect(text) else ()
    return not any(_report_mark(text, pattern, expected, place, report) for pattern, expected in marks)


def check_sentence(text: str, place: Place, report: Report) -> None:
    """Report faults of a statement's text.

    They are foreign markup, wrong spaces, unpaired brackets, repeated words, a second
    statement, no capital or full stop.
    """
    if not check_marks(text, place, report):
        return
    for pattern, expected in UNFIT:
        _report_mark(text, pattern, expected, place, report)
    for pair in PAIRS:
        opened, closed = text.count(pair[0]), text.count(pair[1])
        if opened != closed:
            at = text.rindex(pair[0]) if opened > closed else text.index(pair[1])
            around = text[max(0, at - 15) : at + 16].strip()
            report.add(place, f"«{text[at]}» in «{around}» resta da solo", f"{pair[0]} e {pair[1]} in coppia")
    words = text.split()
    for one, other in itertools.pairwise(words):
        if one == other and one in SMALL:
            report.add(place, f"«{one} {other}» in «{text[:60]}»", "ogni parola una volta")
    if SHOUTED.match(text):
        report.add(place, f"«{text[:60]}»", "minuscole, tranne dove il libro ha le maiuscole")
    elif words and words[0].islower() and words[0].isalpha():
        report.add(
            place, f"«{text[:30]}» comincia con una minuscola", "una frase intera, che comincia con la maiuscola"
        )
    if not ENDS.search(text):
        report.add(place, f"«{text[-30:]}» finisce senza punto", "una frase intera, con il punto")


def check_own_text(text: str, place: Place, report: Report) -> None:
    """Report broken markup and invisible characters in a publisher's own sentence."""
    expected = "soltanto parole, senza HTML, modelli, rimandi rotti o caratteri invisibili"
    _report_mark(text, UNPRINTED, expected, place, report)


def check_title(text: str, place: Place, report: Report) -> None:
    """Report markup and invisible characters in a heading."""
    expected = "soltanto le parole del titolo, con uno spazio solo fra l’una e l’altra"
    _report_mark(text, UNTITLED, expected, place, report)


def _report_mark(text: str, pattern: re.Pattern[str], expected: str, place: Place, report: Report) -> bool:
    """Report the first match of a pattern in a text; return whether there is one."""
    mark = pattern.search(text)
    if mark is None:
        return False
    shown = mark[0] if len(mark[0]) > 1 or mark[0].isprintable() else f"U+{ord(mark[0]):04X}"
    around = text[max(0, mark.start() - 15) : mark.end() + 15].strip()
    report.add(place, f"«{shown}» in «{around}»", expected)
    return True
