"""Define the site's HTTP headers: what a page may run, and how long files are cached.

They are written in three forms: `headers.json` for our server, `_headers` for static hosts, `nginx.conf` to include in
a server of nginx. Pages run only their own files and the few inline scripts whose hash is listed, so that HTML which
got into a text by mistake runs nothing.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache

INLINE = re.compile(r"<(script|style)\b([^>]*)>(.*?)</\1>", re.DOTALL)
DATA = re.compile(r'type="application/(?:ld\+)?json"')
FORBIDDEN = re.compile(r'<[a-z][^>]*\s(?:style="|on[a-z]+=")[^>]*>|href="javascript:', re.IGNORECASE)
ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), screen-wake-lock=(self), accelerometer=(), geolocation=(), gyroscope=(), "
    "magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
}
# said in Server-Timing, which a page's script can read: here a server answers, and the index can wait
SEARCHES = "ricerca"
SECURE = {"Strict-Transport-Security": "max-age=31536000"}
REVALIDATED = "no-cache"  # kept, and asked about every time, which the phone's own copy spares (manuale/telefono.md)
PICTURES = "public, max-age=86400"
FOR_EVER = (
    "public, max-age=31536000, immutable"  # what stands in a folder named after its bytes (fingerprinted_assets.py)
)
PICTURE = re.compile(r"^/(?:assets/img|galleria)/.*\.(?:png|jpg|svg)$")


class ForbiddenInline(ValueError):
    """Report inline code that the site's own policy would block: a bug in a template."""


def hash_inline(text: str) -> str:
    """Return a text's hash as a Content-Security-Policy source: "'sha256-…'"."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


Inline = Mapping[str, Set[str]]
"""Maps 'script' and 'style' to the hashes of such code inside pages."""


def collect_inline(pages: Iterable[tuple[str, str]]) -> Inline:
    """Return the hashes of inline scripts and styles in pages, given as (name, HTML).

    Raises ForbiddenInline for inline styles and event handlers on elements.
    """
    found: dict[str, set[str]] = {"script": set(), "style": set()}
    for name, page in pages:
        hashes, wrong = _find_inline(page)
        for tag, value in hashes:
            found[tag].add(value)
        if wrong:
            raise ForbiddenInline(f"{name}: {wrong}")
    return found


@lru_cache(maxsize=8192)
def _find_inline(page: str) -> tuple[list[tuple[str, str]], str]:
    """Return ([(tag, hash)] of a page's inline code, the first forbidden piece or '')."""
    found = INLINE.findall(page)
    hashes = [(tag, hash_inline(text)) for tag, more, text in found if "src=" not in more and not DATA.search(more)]
    wrong = FORBIDDEN.search(INLINE.sub("", page))
    return hashes, wrong[0][:120] if wrong else ""


def make_policy(parts: Sequence[Inline]) -> str:
    """Return the Content-Security-Policy that allows inline code with these hashes."""
    own = {
        kind: " ".join(["'self'", *sorted({one for part in parts for one in part[kind]})])
        for kind in ("script", "style")
    }
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {own['script']}",
            f"style-src {own['style']}",
            "img-src 'self' data: blob:",
            "media-src 'self' blob:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def make_header_files(stamp: str, *parts: Inline) -> dict[str, str]:
    """Return path in the release → text of the header rules for three kinds of server.

    `stamp`: in the names of asset folders; `parts`: hashes of inline code to allow.
    """
    always = {"Content-Security-Policy": make_policy(parts), **ALWAYS}
    cache = [[rf"^/assets/(?:js|css)\{stamp}/", FOR_EVER], [PICTURE.pattern, PICTURES], ["", REVALIDATED]]
    value = {"stamp": stamp, "always": always | {"Server-Timing": SEARCHES}, "secure": SECURE, "cache": cache}
    kept = [*((f"assets/{folder}{stamp}", FOR_EVER) for folder in ("js", "css")), ("assets/img", PICTURES)]
    rows = "".join(f"  {name}: {text}\n" for name, text in (always | SECURE).items())
    lines = "".join(f'add_header {name} "{text}" always;\n' for name, text in always.items())
    return {
        "headers.json": json.dumps(value, indent=1),
        "site/_headers": f"/*\n{rows}" + "".join(f"/{folder}/*\n  Cache-Control: {time}\n" for folder, time in kept),
        "nginx.conf": NGINX.format(headers=lines, pictures=PICTURES, stamp=stamp, ever=FOR_EVER, until=REVALIDATED),
        "nginx-ricerca.conf": SEARCH,
    }


NGINX = """# Fatto dalla costruzione: da includere in un «server» di nginx la cui «root» è site/, il collegamento che ogni
# costruzione sposta. Dopo una costruzione: nginx -s reload (gli script che una pagina può eseguire stanno qui).
# Con TLS si aggiunge: add_header Strict-Transport-Security "max-age=31536000" always;
index index.html;
error_page 404 /404.html;
gzip_static on;
gzip_vary on;
types {{
    text/html html; text/css css; text/javascript js; application/json json; application/manifest+json webmanifest;
    image/svg+xml svg; image/png png; image/jpeg jpg; application/xml xml; text/plain txt;
}}
charset utf-8;
charset_types text/css text/javascript;
# Di ogni risposta, anche di quello che nginx rifiuta: un luogo che avesse un «add_header» suo perderebbe tutti questi.
{headers}add_header Server-Timing $ricerca;
add_header Cache-Control $tenuta always;
set $ricerca "";
set $tenuta "{until}";
location ~ ^/(?:assets/img|galleria)/ {{
    set $tenuta "{pictures}";
}}
location ~ ^/assets/(?:js|css)\\{stamp}/ {{
    set $tenuta "{ever}";
}}
# Una pagina aperta prima dell’ultima costruzione chiede gli script con il nome di allora: riceve quelli di adesso.
location ~ "^/assets/(js|css)(?:\\.[0-9a-f]{{8}})?/(.*)$" {{
    try_files $uri /assets/$1{stamp}/$2 =404;
}}
error_page 400 405 408 413 414 416 500 501 502 503 504 505 /rifiutata;
error_page 494 =431 /rifiutata;
location = /rifiutata {{
    internal;
    default_type application/json;
    return 200 '{{"error": {{"code": "http_$status", "message": "Non c’è risposta a questa richiesta ($status): controlla l’indirizzo, o riprova fra poco."}}}}'; # lo stato resta quello dell’errore
}}
"""

SEARCH = f"""# Fatto dalla costruzione: da includere dopo nginx.conf dove la ricerca risponde dal server. Le repliche si nominano fuori
# dal «server»: upstream prontuario {{ server 127.0.0.1:8001; server 127.0.0.1:8002; keepalive 256; keepalive_timeout 4s; }}
# (le repliche tengono le connessioni 5 secondi), e ognuna si avvia con prontuario serve --no-build --port 8001 --name esempio.it
set $ricerca {SEARCHES};
location ~ ^/(?:api/v1/(?:search|resolve|openapi\\.json)$|(?:cerca|penalita|decisione)/$|r/|healthz$|sitemap\\.xml$|robots\\.txt$) {{
    proxy_pass http://prontuario;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header Host $http_host;
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_next_upstream error timeout;
    proxy_connect_timeout 2s;
    add_header Server-Timing ""; # le intestazioni sono quelle della replica
    error_page 502 504 @fermo;
}}
# Nessuna replica risponde: le pagine, com’erano, cercano da sé.
location @fermo {{
    set $ricerca "";
    try_files $uri $uri/index.html /rifiutata;
}}
"""
