"""The pages over a socket: what they show, what they let through, and to whom."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import ssl
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from calls import SALES, WRONG, inline, upload
from certificates import Authority
from databases import KINDS
from http_calls import HttpCaller, SlowUpload
from page_calls import TEXT, TOKENS, Person, flag, person, settings, with_tokens
from verifyd import Client, VerifydError
from waiting import wait_until

REVISED = "Sales were 1,234 in the North. Sales were 500 in the South."
QUEUE = "/review"


@pytest.fixture(scope="module")
def server(server_for: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A server without credentials, for tests that need no store of their own."""
    return server_for(settings(f"sqlite://{tmp_path_factory.mktemp('pages')}/v.db"))


@pytest.fixture
def ana(server: Any) -> Iterator[Person]:
    """Somebody who is signed in there."""
    with person(server) as found:
        assert found.sign_in().status == 303
        yield found


class TestQueue:
    def test_lists_what_is_flagged(self, server: Any, ana: Person) -> None:
        review_id = flag(server, request_id="agent-7")
        page = ana.get(QUEUE).body.decode()
        assert f'href="/review/answers/{review_id}"' in page
        assert "Request <bdi>agent-7</bdi>" in page
        assert "CLAIM_NOT_FOUND" in page

    def test_filters(self, server: Any, ana: Person) -> None:
        review_id = flag(server, f"{WRONG} Once.", request_id="filtered", agent_id="Agént 7")
        for query, is_there in {
            "request=filtered": True,
            "request=filt": True,
            "agent=Ag%C3%A9nt+7": True,
            "agent=Ag%C3%A9nt": False,
            "agent=%00": True,  # filters nothing
            "request=another": False,
            "severity=error": True,
            "severity=warning": False,
            "check=numeric": True,
            "check=claims": False,
            "code=CLAIM_NOT_FOUND": True,
            "code=WRONG_ROW": False,
            "age=hour": True,
            "age=over-day": False,
            "state=all": True,
            "state=decided": False,
            f"at={'9' * 5000}": True,
            "state=nonsense&code=%27%3B&age=x&at=-1&page=x": True,  # filters nothing
        }.items():
            page = ana.get(f"{QUEUE}?{query}").body.decode()
            assert (review_id in page) is is_there, query

    def test_the_agent_over_the_api(self, server: Any, ana: Person) -> None:
        del ana
        with Client(server.target) as client:
            one = client.verify(f"{WRONG} By an agent.", {"sales": SALES}, agent_id="seven")
            assert one.meta.review is not None
            (item,) = client.list_flagged(agent_id="seven").items
            assert (item.review_id, item.agent_id) == (one.meta.review.review_id, "seven")
            for wrong in ("x" * 201, "a\nb"):
                with pytest.raises(VerifydError) as refused:
                    client.verify(WRONG, {"sales": SALES}, agent_id=wrong)
                assert refused.value.reason == "FIELD_TOO_LONG"

    def test_pages_follow_each_other(self, start_server: Any, tmp_path: Path) -> None:
        server = start_server(settings(f"sqlite://{tmp_path}/v.db"))
        made = {flag(server, f"{WRONG} Number {n} of them.") for n in range(55)}
        with person(server) as ana:
            ana.sign_in()
            seen, path = set(), f"{QUEUE}?severity=error"
            while path:
                page = ana.get(path).body.decode()
                assert "55 answers" in page
                seen |= set(re.findall(r"/review/answers/(\w+)", page))
                found = re.search(r'href="([^"]*)" rel="next"', page)
                path = found[1].replace("&amp;", "&") if found else ""
            assert seen == made


class TestAnswer:
    def test_findings_in_place_with_their_cells(self, server: Any, ana: Person) -> None:
        page = ana.get(f"/review/answers/{flag(server)}").body.decode()
        mark = r'<a class="flag error" id="mark-1" href="#item-1"[^>]*></a>4,321'
        assert re.search(mark, page)
        assert re.search(r'<td dir="auto" class="compared"><mark>1234</mark>', page)
        assert 'id="item-1"' in page
        assert "is not what the data has: 1234 at North" in page
        assert "<summary>What this means</summary>" in page

    @pytest.mark.parametrize("store_url", KINDS, indirect=True)
    def test_deciding_all_of_it(self, start_server: Any, store_url: str) -> None:
        server = start_server(settings(store_url))
        review_id = flag(server)
        with person(server) as ana:
            ana.sign_in("Ana López")
            reply = ana.decide(review_id, 1, "edit", replacement="1,234", comment="by the data")
            assert reply.status == 303
            assert reply.headers["location"] == f"/review/answers/{review_id}#item-1"
            assert ana.decide(review_id, 2, "remove").status == 303
            page = ana.get(f"/review/answers/{review_id}").body.decode()
            assert "0 of 2 findings open" in page
            assert "by <bdi>Ana López</bdi>" in page
            assert "<del>4,321</del><ins>1,234</ins>" in page
            text = ana.get(f"/review/answers/{review_id}/answer.md")
            assert text.body.decode() == "Sales were 1,234 in the North."
            assert text.headers["content-type"].startswith("text/markdown")
            assert "attachment" in text.headers["content-disposition"]
            ana.decide(review_id, 2, "keep")  # another time: the page tells its revision
            exported = ana.get(f"/review/answers/{review_id}/review.json").json
            assert exported["complete"]
            assert exported["text"] == TEXT
            assert exported["revised_text"] == REVISED
            first, second = exported["items"]
            assert [one["action"] for one in second["decisions"]] == ["REMOVE", "KEEP"]
            assert first["decisions"][0] | {"decided_at": ""} == {
                "action": "EDIT",
                "replacement": "1,234",
                "decided_by": "Ana López",
                "comment": "by the data",
                "decided_at": "",
            }
            assert f"/review/answers/{review_id}" not in ana.get(QUEUE).body.decode()
        assert server.stop() == 0
        assert "4,321" not in server.log_text()

    def test_what_cannot_be_decided_so(self, server: Any, ana: Person) -> None:
        review_id = flag(server, f"{TEXT} More.")
        path, form = f"/review/answers/{review_id}", ana.decision(review_id, 1)
        for fields, status, said in (
            ({"action": "edit", "replacement": ""}, 400, "an edit, and nothing else"),
            ({"action": "destroy"}, 400, "names no finding, or no action"),
            ({"action": "keep", "item": "x"}, 400, "names no finding, or no action"),
            ({"action": "keep", "item": "99"}, 400, "has no item 99"),
            ({"action": "keep", "comment": "x" * 2001}, 400, "comment"),
            ({"action": "edit", "replacement": "x" * 10_001}, 400, "replacement"),
        ):
            reply = ana.post(path, form | fields)
            assert (reply.status, said in reply.body.decode()) == (status, True), fields
        assert "2 of 2 findings open" in ana.get(path).body.decode()

    @pytest.mark.parametrize("path", ["answers/unknown", "answers/%00", "answers/%C3%BC", "x"])
    def test_there_is_no_such_page(self, ana: Person, path: str) -> None:
        assert ana.get(f"/review/{path}").status == 404


class TestTwoPeople:
    def test_neither_undoes_the_others_decision_unseen(self, server: Any, ana: Person) -> None:
        review_id = flag(server, f"{TEXT} For two.")
        path = f"/review/answers/{review_id}"
        with person(server) as ben:
            ben.sign_in("Ben")
            seen = ben.decision(review_id, 1)
            ana.decide(review_id, 1, "remove")
            late = seen | {"action": "edit", "replacement": "mine", "comment": "my <reason>"}
            reply = ben.post(path, late)
            page = reply.body.decode()
            assert reply.status == 409
            assert "Somebody else decided this finding" in page
            assert "by <bdi>Ana</bdi>" in page
            assert ">mine</textarea>" in page  # what Ben wrote is not lost
            assert "my &lt;reason&gt;" in page
            # The other finding is nobody's yet: that decision stands beside the first.
            assert ben.decide(review_id, 2, "keep").status == 303
            # Both change the first one, having seen the same revision.
            first, second = ana.decision(review_id, 1), ben.decision(review_id, 1)
            assert ana.post(path, first | {"action": "keep"}).status == 303
            refused = ben.post(path, second | {"action": "remove"})
            assert refused.status == 409
            assert "Somebody else changed this review" in refused.body.decode()
            items = ana.get(f"{path}/review.json").json["items"]
            said = [[(d["action"], d["decided_by"]) for d in item["decisions"]] for item in items]
            assert said == [[("REMOVE", "Ana"), ("KEEP", "Ana")], [("KEEP", "Ben")]]


class TestTenants:
    def test_nobody_elses_reviews(self, start_server: Any, tmp_path: Path) -> None:
        server = start_server(with_tokens(tmp_path))
        review_id = flag(server, token=TOKENS["finance"])
        path = f"/review/answers/{review_id}"
        with person(server) as ana, person(server) as eve:
            ana.sign_in(token=TOKENS["finance"])
            eve.sign_in("Eve", token=TOKENS["health"])
            form = ana.decision(review_id, 1)
            assert review_id in ana.get(QUEUE).body.decode()
            assert review_id not in eve.get(f"{QUEUE}?state=all").body.decode()
            for page in (path, f"{path}/review.json", f"{path}/answer.md"):
                assert (ana.get(page).status, eve.get(page).status) == (200, 404)
            own = eve.form(QUEUE, "sign-out")  # with a token of her own
            assert eve.post(path, form | own | {"action": "keep"}).status == 404
            assert eve.post(path, form | {"action": "keep"}).status == 403
            assert "1 of 2" not in ana.get(path).body.decode()

    @pytest.mark.parametrize("token", ["", "wrong", "token-of-financ", "ü"])
    def test_a_wrong_token_signs_nobody_in(
        self, start_server: Any, tmp_path: Path, token: str
    ) -> None:
        server = start_server(with_tokens(tmp_path))
        with person(server) as eve:
            reply = eve.sign_in(token=token)
            assert reply.status == 401
            assert "does not know this token" in reply.body.decode()
            assert eve.get(QUEUE).status == 303
        assert TOKENS["finance"] not in server.log_text()

    def test_a_bearer_token_alone_opens_no_page(self, start_server: Any, tmp_path: Path) -> None:
        server = start_server(with_tokens(tmp_path))
        with HttpCaller(server.http, TOKENS["finance"]) as caller:
            assert caller.request("GET", QUEUE, host="localhost").status == 303


class TestSessions:
    def test_nobody_sees_a_page_without_signing_in(self, server: Any) -> None:
        review_id = flag(server)
        path = f"/review/answers/{review_id}"
        with person(server) as nobody:
            assert nobody.get(path).headers["location"] == f"/review/sign-in?next={path}"
            for page in (QUEUE, f"{path}/review.json", f"{path}/answer.md", "/review/x"):
                reply = nobody.get(page)
                assert (reply.status, reply.body) == (303, b""), page
            assert nobody.post(path, {"action": "keep"}).status == 303
            assert nobody.get(QUEUE, cookie="verifyd_session=guessed").status == 303
            assert nobody.get(QUEUE, cookie='verifyd_session="\\x00;;=').status == 303

    def test_signing_in_leads_back(self, server: Any) -> None:
        path = f"/review/answers/{flag(server)}"
        with person(server) as ana:
            form = ana.form(f"/review/sign-in?next={path}", "sign-in")
            reply = ana.post("/review/sign-in", form | {"name": "Ana"})
            assert reply.headers["location"] == path

    @pytest.mark.parametrize(
        "place", ["https://example.org/", "//example.org", "/review/answers/\\x", "javascript:x"]
    )
    def test_and_nowhere_else(self, server: Any, place: str) -> None:
        with person(server) as ana:
            fields = ana.form("/review/sign-in", "sign-in") | {"name": "Ana", "next": place}
            assert ana.post("/review/sign-in", fields).headers["location"] == QUEUE

    def test_the_cookie_is_new_and_for_the_server_alone(self, server: Any) -> None:
        with person(server) as ana:
            ana.get("/review/sign-in")
            before = ana.cookie
            reply = ana.sign_in()
            assert ana.cookie != before
            flags = set(reply.headers["set-cookie"].lower().split("; ")[1:])
            assert flags == {"httponly", "path=/review", "samesite=strict"}
            secure = ana.post(
                "/review/sign-in",
                ana.form("/review/sign-in", "sign-in") | {"name": "Ana"},
                origin="https://localhost",  # a proxy has taken the TLS off
            )
            assert "secure" in secure.headers["set-cookie"].lower()

    def test_signing_out_ends_it(self, server: Any, ana: Person) -> None:
        form, cookie = ana.form(QUEUE, "sign-out"), ana.cookie
        assert ana.post("/review/sign-out", form).status == 303
        assert ana.get(QUEUE, cookie=cookie).status == 303

    @pytest.mark.parametrize("name", ["", "  ", "x" * 201, "a\x00b", "a\u202eb"])
    def test_a_name_that_nobody_could_read(self, server: Any, name: str) -> None:
        with person(server) as ana:
            assert ana.sign_in(name).status == 401


class TestOtherSites:
    def test_forms_come_from_our_pages_alone(self, server: Any, ana: Person) -> None:
        review_id = flag(server, f"{WRONG} Forged.")
        path, form = f"/review/answers/{review_id}", ana.decision(review_id, 1) | {"action": "keep"}
        for origin in (
            "https://example.org",
            "null",
            "",
            "http://localhost.example.org",
            "http://[",
        ):
            assert ana.post(path, form, origin=origin).status == 403, origin
        assert ana.post(path, form | {"form_token": "0" * 64}).status == 403
        assert ana.post(path, {k: v for k, v in form.items() if k != "form_token"}).status == 403
        with person(server) as eve:  # whose token is good, for her own session
            eve.sign_in("Eve")
            stolen = eve.decision(review_id, 1)["form_token"]
        assert ana.post(path, form | {"form_token": stolen}).status == 403
        assert "1 of 1 findings open" in ana.get(path).body.decode()
        assert ana.post(path, form).status == 303

    @pytest.mark.parametrize("host", ["example.org", "localhost.example.org", "127.0.0.1.x", ""])
    def test_names_that_are_not_ours(self, server: Any, ana: Person, host: str) -> None:
        # A page of another site whose name leads here has that name as its host.
        assert ana.get(QUEUE, host=host).status == 403
        assert ana.get("/review/sign-in", host=host).status == 403

    @pytest.mark.parametrize("host", ["127.0.0.1:80", "localhost:9", "[::1]:7", "LOCALHOST"])
    def test_names_that_are(self, ana: Person, host: str) -> None:
        assert ana.get(QUEUE, host=host).status == 200

    def test_a_name_of_the_settings(self, start_server: Any, tmp_path: Path) -> None:
        pages = {"enabled": True, "hosts": ["verifyd.example.org"]}
        server = start_server(settings(f"sqlite://{tmp_path}/v.db", pages=pages))
        with person(server, "verifyd.example.org") as ana:
            assert ana.sign_in().status == 303
            assert ana.get(QUEUE).status == 200

    def test_every_response_is_protected(self, server: Any, ana: Person) -> None:
        for path in (QUEUE, "/review/sign-in", "/review/x", f"/review/answers/{flag(server)}"):
            headers = ana.get(path).headers
            policy = dict(
                part.split(" ", 1) for part in headers["content-security-policy"].split("; ")
            )
            assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
            assert policy["base-uri"] == "'none'"
            assert set(policy.values()) == {"'none'", "'self'"}
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["cache-control"] == "no-store"
            assert headers["referrer-policy"] == "same-origin"
        refused = ana.get(QUEUE, host="example.org")
        assert "content-security-policy" in refused.headers

    def test_no_page_has_a_script_or_a_style_in_it(self, server: Any, ana: Person) -> None:
        for path in (QUEUE, "/review/sign-in", f"/review/answers/{flag(server)}"):
            page = ana.get(path).body.decode()
            assert not re.search(r"<script(?! src=)|<style|\son\w+=|\sstyle=|javascript:", page)
            assert not re.search(r"""(?:src|href|action)="(?!/review|#)""", page)

    def test_static_files(self, ana: Person) -> None:
        for name, kind in {"pages.css": "text/css", "review.js": "text/javascript"}.items():
            reply = ana.get(f"/review/static/{name}")
            assert reply.headers["content-type"].startswith(kind)
        assert ana.get("/review/static/..%2fapp.py").status == 404

    def test_the_api_refuses_pages_as_before(self, server: Any) -> None:
        with HttpCaller(server.http) as caller:
            refused = caller.post(
                "/verifyd.v1.VerifyService/ListChecks", {}, origin="http://localhost"
            )
            assert refused.status == 403

    @pytest.mark.parametrize("path", ["/verifyd.pages/Review", "/reviews", "/review.json"])
    def test_pages_are_no_methods(self, server: Any, path: str) -> None:
        with HttpCaller(server.http) as caller:
            assert caller.post(path, {}).status == 404


class TestCertificates:
    def test_the_certificate_is_who_somebody_is(self, start_server: Any, tmp_path: Path) -> None:
        authority = Authority(tmp_path, "authority")
        certificate, key = authority.sign("localhost")
        server = {
            "tls_cert": str(certificate),
            "tls_key": str(key),
            "tls_client_ca": str(authority.path),
        }
        listen = ("--listen", "tcp://127.0.0.1:0")
        running = start_server(settings(f"sqlite://{tmp_path}/v.db", server=server), *listen)

        def browser(name: str) -> Person:
            tls = ssl.create_default_context(cafile=str(authority.path))
            tls.load_cert_chain(*authority.sign(name))
            address = running.http.replace("127.0.0.1", "localhost")
            return Person(stack.enter_context(HttpCaller(address, tls=tls)), scheme="https")

        with ExitStack() as stack:
            ana, eve = browser("finance"), browser("health")
            assert "secure" in ana.sign_in().headers["set-cookie"].lower()
            assert ana.get(QUEUE).status == 200
            assert b'name="token"' not in ana.get("/review/sign-in").body
            assert eve.get(QUEUE, cookie=ana.cookie).status == 303, "a session of another tenant"
            eve.sign_in("Eve")
            assert eve.get(QUEUE).status == 200


class TestServerInTrouble:
    def test_it_takes_no_more(self, start_server: Any, tmp_path: Path) -> None:
        few = {"max_in_flight": 1, "max_queue": 0, "deadline_s": 60, "drain_s": 60}
        server = start_server(settings(f"sqlite://{tmp_path}/v.db", server=few))
        pieces = [piece.SerializeToString() for piece in upload()]
        uploads: list[SlowUpload] = []
        with person(server) as ana, person(server) as late:
            ana.sign_in()

            def is_full() -> bool:
                reply = ana.get(QUEUE)
                if reply.status == 200:  # the upload before came while a page was there
                    uploads.append(SlowUpload(server.http, pieces))
                return reply.status == 429

            wait_until(is_full)
            _check_refusals(429, ana, late)
            server.process.send_signal(signal.SIGTERM)
            wait_until(lambda: ana.get(QUEUE).status == 503)
            _check_refusals(503, ana, late)
            uploads[-1].finish()

    def test_a_page_that_takes_too_long(self, start_server: Any, tmp_path: Path) -> None:
        server = start_server(settings(f"sqlite://{tmp_path}/v.db", server={"deadline_s": 0.5}))
        with HttpCaller(server.http) as caller:
            head = {"host": "localhost", "origin": "http://localhost", "content-length": "9"}
            reply = caller.request("POST", "/review/sign-in", b"1", **head)
            assert reply.status == 504


def _check_refusals(status: int, *people: Person) -> None:
    for one in people:
        reply = one.get("/review/sign-in")
        assert reply.status == status
        assert "To the queue" in reply.body.decode()
        assert "content-security-policy" in reply.headers


class TestLimits:
    def test_a_form_that_is_too_long(self, server: Any, ana: Person) -> None:
        reply = ana.post(f"/review/answers/{flag(server)}", {"comment": "x" * 300_000})
        assert reply.status == 400

    def test_a_body_that_is_no_form(self, server: Any, ana: Person) -> None:
        path = f"/review/answers/{flag(server)}"
        many = {f"field{n}": "" for n in range(30)}
        assert ana.post(path, many).status == 400
        with HttpCaller(server.http) as caller:
            for body in (b"\xff\xfe", b"a=%ff"):
                headers = {"host": "localhost", "origin": "http://localhost", "cookie": ana.cookie}
                assert caller.request("POST", path, body, **headers).status == 400

    def test_the_store_is_gone(self, start_server: Any, tmp_path: Path) -> None:
        server = start_server(settings(f"sqlite://{tmp_path}/v.db"))
        review_id = flag(server)
        with person(server) as ana:
            ana.sign_in()
            form = ana.decision(review_id, 1) | {"action": "keep"}
            with sqlite3.connect(tmp_path / "v.db") as database:
                database.execute("ALTER TABLE reviews RENAME TO gone")
            for reply in (ana.get(QUEUE), ana.post(f"/review/answers/{review_id}", form)):
                assert reply.status == 503
                assert "store" in reply.body.decode()


class TestSettings:
    @pytest.mark.parametrize(
        "without", [{"store": {}}, {"server": {"http": ""}}, {"reviews": {"enabled": False}}]
    )
    def test_pages_without_what_they_need_are_refused(
        self, without: dict[str, Any], tmp_path: Path, start_server: Any
    ) -> None:
        with pytest.raises(AssertionError, match=r"pages\.enabled needs"):
            start_server(settings(f"sqlite://{tmp_path}/v.db", **without))

    def test_there_are_none_by_default(self, http_server: Any) -> None:
        with person(http_server) as nobody:
            assert nobody.get(QUEUE).status == 404


def test_an_export_of_everything_is_json_of_the_same_words(server: Any, ana: Person) -> None:
    text = "Sales were 4,321 in the North. \u202e</script>\x07 \U0001f469\u200d\U0001f4bb"
    review_id = flag(server, text, results=[inline("<b>", SALES)])
    exported = ana.get(f"/review/answers/{review_id}/review.json")
    assert exported.headers["content-type"].startswith("application/json")
    assert json.loads(exported.body)["text"] == text
