"""The TypeScript client: its own tests and linters, and its README's examples, as published.

The shared cases run through its driver in ``test_shared_cases.py``.
"""

from __future__ import annotations

import hashlib
import json
import re
import signal
import subprocess
import tarfile
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from certificates import Authority
from client_drivers import LANGUAGES, Driver
from node_package import MODULES, PACKAGE, built, run

pytestmark = [
    pytest.mark.clients,
    pytest.mark.timeout(900),  # the first build fetches packages
    pytest.mark.xdist_group("typescript"),
]


class Example(NamedTuple):
    """A program of the README, and what the README says it prints."""

    language: str
    program: str
    printed: str


EXAMPLES = [
    Example(*found)
    for found in re.findall(
        r"```(ts|cjs)\n(.*?)```\n\n```text\n(.*?)```",
        (PACKAGE / "README.md").read_text("utf-8"),
        re.DOTALL,
    )
]
COMPILER_OPTIONS = {
    "target": "es2022",
    "module": "nodenext",
    "strict": True,
    "types": ["node"],
    "outDir": "out",
    "rootDir": ".",
}


@pytest.fixture(scope="module", autouse=True)
def package() -> Path:
    return built()


@pytest.fixture(scope="module")
def installed(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program's folder with the package as npm would publish and install it."""
    folder = tmp_path_factory.mktemp("program")
    modules = folder / "node_modules"
    (modules / "@verifyd").mkdir(parents=True)
    run("npm", "pack", "--ignore-scripts", "--pack-destination", str(folder))
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder / "packed", filter="data")
    (folder / "packed" / "package").rename(modules / "@verifyd" / "client")
    for name in ("@bufbuild", "@connectrpc", "@types", "apache-arrow"):
        (modules / name).symlink_to(MODULES / name)
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


@pytest.fixture
def environment(server: Any, tmp_path: Path) -> dict[str, str]:
    """An environment in which a server listens where clients look for it by themselves."""
    socket = tmp_path / "run" / "verifyd" / "verifyd.sock"
    socket.parent.mkdir(parents=True)
    socket.symlink_to(server.target.removeprefix("unix://"))
    return {"XDG_RUNTIME_DIR": str(tmp_path / "run")}


def test_its_own_tests_pass() -> None:
    counts = dict(re.findall(r"^\S (tests|pass) (\d+)$", run("npm", "test"), re.MULTILINE))
    assert int(counts["tests"]) > 20
    assert counts["pass"] == counts["tests"]


@pytest.mark.slow
def test_its_linters_agree() -> None:
    run("npm", "run", "lint")


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((PACKAGE / "package-lock.json").read_text())
    assert len(lock["packages"]) > 3
    for name, package in lock["packages"].items():
        assert "resolved" not in package, name
        assert not name or package.get("integrity"), name


def test_what_is_published_is_what_programs_use(installed: Path) -> None:
    package = installed / "node_modules" / "@verifyd" / "client"
    assert {path.name for path in package.iterdir()} == {
        "LICENSE",
        "README.md",
        "dist",
        "package.json",
    }


def test_the_readme_has_examples() -> None:
    assert [one.language for one in EXAMPLES] == ["ts", "ts", "ts", "ts", "ts", "ts", "cjs"]
    assert all(one.printed for one in EXAMPLES)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_an_example_prints_what_it_says(
    installed: Path, environment: dict[str, str], number: int
) -> None:
    language, program, printed = EXAMPLES[number]
    if language == "cjs":
        path = installed / f"example{number}.cjs"
        path.write_text(program)
    else:
        (installed / f"example{number}.ts").write_text(program)
        options = {"compilerOptions": COMPILER_OPTIONS, "files": [f"example{number}.ts"]}
        (installed / "tsconfig.json").write_text(json.dumps(options))
        run("node", str(MODULES / "typescript" / "bin" / "tsc"), folder=installed)
        path = installed / "out" / f"example{number}.js"
    assert run("node", str(path), folder=installed, environment=environment) == printed


CHECKS_OVER_TLS = """
import { readFileSync } from "node:fs";
import { Client } from "@verifyd/client";

const { address, token, servername, ...files } = JSON.parse(process.argv[2]);
const pem = Object.entries(files).map(([name, path]) => [name, readFileSync(path)]);
const tls = { ...Object.fromEntries(pem), servername };
const client = new Client({ address, token, tls, timeoutMs: 2000 });
console.log(await client.listChecks().then(() => "checks", ({ name }) => name));
client.close();
"""


@pytest.mark.parametrize("wrong", ["nothing", "ca", "servername", "cert", "token"])
def test_both_sides_show_who_they_are(
    installed: Path, start_server: Any, tmp_path: Path, wrong: str
) -> None:
    authority, other = Authority(tmp_path, "authority"), Authority(tmp_path, "other")
    certificate, key = authority.sign("sidecar.test")
    tokens = tmp_path / "tokens.yaml"
    tokens.write_text(f"finance: {hashlib.sha256(b'test').hexdigest()}\n")
    options = {
        "--listen": "tcp://127.0.0.1:0",
        "--tls-cert": certificate,
        "--tls-key": key,
        "--tls-client-ca": authority.path,
        "--token-file": tokens,
    }
    server = start_server({}, *(str(word) for option in options.items() for word in option))
    cert, own_key = authority.sign("agent")
    given = {
        "address": f"tcp://{server.target}",
        "ca": str(authority.path),
        "cert": str(cert),
        "key": str(own_key),
        "servername": "sidecar.test",
        "token": "test",
    }
    strange_cert, strange_key = other.sign("stranger")
    changed = {
        "nothing": {},
        "ca": {"ca": str(other.path)},
        "servername": {"servername": "elsewhere.test"},
        "cert": {"cert": str(strange_cert), "key": str(strange_key)},
        "token": {"token": "guess"},
    }
    program = installed / "tls.mjs"
    program.write_text(CHECKS_OVER_TLS)
    said = run("node", str(program), json.dumps(given | changed[wrong]), folder=installed).strip()
    expected = {"nothing": "checks", "token": "Unauthenticated"}
    assert said == expected.get(wrong, "Unavailable")


GATES = """
import { Client, queryResult, StreamGate } from "@verifyd/client";

const { address, text, count, size, policy, leave } = JSON.parse(process.argv[2]);
const rows = [{ sector: "Energy", staff: 1234 }, { sector: "Banking", staff: 980 }];
const request = { evidence: { queryResults: [queryResult("q", rows)] } };
const client = new Client({ address });
let told = false;

async function* model(ends) {
  let end;
  ends.push(new Promise((done) => { end = done; }));
  try {
    for (let at = 0; at < text.length; ) {
      const end = at + (size || 1 + Math.floor(Math.random() * 20));
      yield text.slice(at, end);
      at = end;
      await new Promise((go) => setTimeout(go, Math.random() * 2));
    }
  } finally {
    end();
  }
}

async function show() {
  const seen = { shown: "" };
  const ends = [];
  try {
    const stream = await client.stream(request, { release: "sentence", timeoutMs: 20000 });
    const gate = new StreamGate(stream, model(ends), { policy });
    for await (const more of gate) {
      seen.shown += more;
      if (!told) console.log("shown");
      told = true;
      if (leave) break;
    }
    seen.outcome = gate.outcome;
  } catch (error) {
    seen.error = error.name;
  }
  await Promise.all(ends);
  return seen;
}

console.log(JSON.stringify(await Promise.all(Array.from({ length: count }, show))));
client.close();
"""
RIGHT = "🦉 Énergie, that is Energy, has 1,234 staff. "
WRONG = "Banking has 999 staff. "
TEXT = (
    f"{RIGHT}{WRONG}It is large.\n\n"
    "- Banking has 980 staff.\n- Energy has 4,321 staff.\n\n"
    "| sector | staff |\n| --- | --- |\n| Energy | 4,321 |\n| Banking | 980 |\n\n"
    "That is all."
)
NOTICE = "[withheld: not verified]"
SHOWN = {
    "hold": (RIGHT, "held"),
    "cut": (RIGHT, "cut"),
    "repair": (TEXT.replace("999", "980").replace("4,321", "1,234"), "replaced"),
    "notice": (
        TEXT.replace(WRONG, f"{NOTICE} ")
        .replace("Energy has 4,321 staff.", NOTICE)
        .replace("| Energy | 4,321 |", NOTICE),
        "replaced",
    ),
}


@pytest.fixture(scope="module")
def gates(installed: Path) -> Path:
    """A program that shows a text through gates, and prints what came of each."""
    program = installed / "gates.mjs"
    program.write_text(GATES)
    return program


@pytest.mark.parametrize("policy", SHOWN)
def test_a_gate_shows_the_same_however_the_text_is_cut(
    gates: Path, server: Any, policy: str
) -> None:
    for size, count in ((1, 1), (1000, 1), (0, 10)):
        given = {"address": server.target, "text": TEXT, "policy": policy}
        words = json.dumps(given | {"count": count, "size": size})
        *_, last = run("node", str(gates), words, folder=gates.parent).splitlines()
        for seen in json.loads(last):
            assert (seen["shown"], seen["outcome"]) == SHOWN[policy]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.parametrize("policy", ["hold", "repair"])
def test_a_server_that_goes_away_shows_nothing_that_is_not_verified(
    gates: Path, start_server: Any, policy: str, number: signal.Signals
) -> None:
    server = start_server({"server": {"drain_s": 0.1}})
    right = "Energy has 1,234 staff. "
    given = {"address": server.target, "text": right * 40 + WRONG + right * 40}
    words = json.dumps(given | {"policy": policy, "count": 20, "size": 0})
    with subprocess.Popen(
        ["node", gates, words], cwd=gates.parent, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "shown\n"
        server.stop(number)
        seen = json.loads(program.stdout.readline())
    assert program.returncode == 0
    for one in seen:
        assert one["error"] == "Unavailable"
        assert given["text"].startswith(one["shown"])
        assert len(one["shown"]) % len(right) == 0
        assert WRONG not in one["shown"]


def test_a_consumer_that_leaves_takes_nothing_with_it(gates: Path, start_server: Any) -> None:
    server = start_server({"streams": {"max_streams": 4}})
    given = {"address": server.target, "text": RIGHT * 1000, "leave": True}
    words = json.dumps(given | {"policy": "hold", "count": 4, "size": 0})
    for _ in range(3):  # a stream that were left open would take a place
        *_, last = run("node", str(gates), words, folder=gates.parent).splitlines()
        assert all("error" not in one and one["shown"] for one in json.loads(last))
    assert server.stop() == 0


def test_a_client_outlives_its_server(start_server: Any, tmp_path: Path) -> None:
    address = f"unix://{tmp_path}/v.sock"
    line = {"address": address, "method": "ListChecks", "request": {}}
    (language,) = (one for one in LANGUAGES if one.name == "typescript")
    driver = Driver(language, language.build())
    for _ in range(3):
        server = start_server({}, "--listen", address)
        assert driver.ask(line)["response"]["checks"]
        assert server.stop() == 0
    assert driver.ask(line | {"timeout_s": 1})["error"]["kind"] == "Unavailable"
    assert driver.close() == 0
