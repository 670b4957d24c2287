"""Where the server listens, with what modes, and where it refuses to."""

from __future__ import annotations

import os
import socket
import stat
from pathlib import Path
from typing import Any

import pytest
from calls import Calls

from sidecar.server.listen import (
    ListenError,
    TcpAddress,
    UnixAddress,
    choose_address,
    find_default_address,
)
from sidecar.server.settings import ServerSettings


def where(**settings: Any) -> object:
    return choose_address(ServerSettings(**settings), {})


class TestAddress:
    def test_the_default_is_a_socket_in_the_users_own_folder(self) -> None:
        own = find_default_address({"XDG_RUNTIME_DIR": "/run/user/1000"})
        assert own == "unix:///run/user/1000/verifyd/verifyd.sock"
        assert where() == UnixAddress(Path("/run/verifyd/verifyd.sock"))

    @pytest.mark.parametrize(
        ("listen", "host"),
        [
            ("tcp://127.0.0.1:7000", "127.0.0.1"),
            ("tcp://127.8.9.1:7000", "127.8.9.1"),
            ("tcp://localhost:7000", "localhost"),
            ("tcp://[::1]:7000", "::1"),
        ],
    )
    def test_loopback_needs_no_credentials(self, listen: str, host: str) -> None:
        assert where(listen=listen) == TcpAddress(host, 7000)

    @pytest.mark.parametrize(
        "listen",
        ["tcp://0.0.0.0:7000", "tcp://[::]:7000", "tcp://10.0.0.5:7000", "tcp://example.org:7000"],
    )
    def test_anything_else_does(self, listen: str) -> None:
        with pytest.raises(ListenError, match="open to other machines"):
            where(listen=listen)
        where(listen=listen, token_file="tokens.yaml")
        tls = {"tls_cert": "c", "tls_key": "k"}
        where(listen=listen, **tls, tls_client_ca="ca")
        with pytest.raises(ListenError, match="open to other machines"):
            where(listen=listen, **tls)  # encryption alone keeps nobody out

    def test_a_name_that_only_begins_like_loopback_is_no_loopback(self) -> None:
        with pytest.raises(ListenError):
            where(listen="tcp://127.0.0.1.example.org:7000")

    def test_places_that_cannot_be(self) -> None:
        with pytest.raises(ListenError, match="at most 65535"):
            where(listen="tcp://127.0.0.1:70000")
        with pytest.raises(ListenError, match="107 bytes"):
            where(listen="unix:///" + "x" * 120)
        with pytest.raises(ListenError, match="TLS is for TCP"):
            where(listen="unix:///run/v.sock", tls_cert="c", tls_key="k")


class TestSocket:
    def test_modes(self, start_server: Any, tmp_path: Path) -> None:
        folder = tmp_path / "run"
        old = os.umask(0)  # the most generous surroundings
        try:
            server = start_server({}, "--listen", f"unix://{folder}/v.sock")
        finally:
            os.umask(old)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o750
        assert stat.S_IMODE((folder / "v.sock").stat().st_mode) == 0o660
        with server.channel() as channel:
            Calls(channel).list_checks()

    @pytest.mark.parametrize("below", ["", "/of/verifyd"])
    def test_a_folder_that_anybody_may_write_to_is_refused(
        self, start_server: Any, tmp_path: Path, below: str
    ) -> None:
        # Trap: whoever may write there puts a socket of their own in place of the server's.
        folder = tmp_path / "open"
        folder.mkdir()
        folder.chmod(0o777)
        listen = f"unix://{folder}{below}/v.sock"
        with pytest.raises(AssertionError, match=rf"{folder} \(mode 0777\), .*chmod o-w {folder}"):
            start_server({}, "--listen", listen)
        assert not (folder / "v.sock").exists()
        trusting = start_server({"server": {"trust_socket_folder": True}}, "--listen", listen)
        with trusting.channel() as channel:
            Calls(channel).list_checks()

    def test_a_sticky_folder_is_used(self, start_server: Any, tmp_path: Path) -> None:
        folder = tmp_path / "sticky"
        folder.mkdir()
        folder.chmod(0o1777)  # as /tmp is
        with start_server({}, "--listen", f"unix://{folder}/v.sock").channel() as channel:
            Calls(channel).list_checks()

    def test_folders_on_the_way_are_made_for_the_group_alone(
        self, start_server: Any, tmp_path: Path
    ) -> None:
        old = os.umask(0)
        try:
            start_server({}, "--listen", f"unix://{tmp_path}/a/b/v.sock")
        finally:
            os.umask(old)
        assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o750

    def test_the_socket_of_metrics_is_held_to_the_same(
        self, start_server: Any, tmp_path: Path
    ) -> None:
        folder = tmp_path / "open"
        folder.mkdir()
        folder.chmod(0o777)
        with pytest.raises(AssertionError, match="anyone may write to the folder"):
            start_server({"metrics": {"listen": f"unix://{folder}/m.sock"}})

    def test_the_socket_of_a_dead_server_is_taken_over(
        self, start_server: Any, tmp_path: Path
    ) -> None:
        path = tmp_path / "v.sock"
        with socket.socket(socket.AF_UNIX) as dead:
            dead.bind(str(path))
        assert path.exists()
        server = start_server({}, "--listen", f"unix://{path}")
        with server.channel() as channel:
            Calls(channel).list_checks()

    def test_the_socket_of_a_living_server_is_not(self, start_server: Any) -> None:
        first = start_server()
        with pytest.raises(AssertionError, match="another server is listening"):
            start_server({}, "--listen", first.target)
        with first.channel() as channel:
            Calls(channel).list_checks()

    def test_a_file_that_is_no_socket_is_left_alone(
        self, start_server: Any, tmp_path: Path
    ) -> None:
        path = tmp_path / "precious"
        path.write_text("data")
        with pytest.raises(AssertionError, match="is not a socket"):
            start_server({}, "--listen", f"unix://{path}")
        assert path.read_text() == "data"


class TestTcp:
    def test_port_0_takes_a_free_one(self, start_server: Any) -> None:
        server = start_server({}, "--listen", "tcp://127.0.0.1:0")
        assert not server.target.endswith(":0")
        with server.channel() as channel:
            Calls(channel).list_checks()

    def test_a_port_that_is_taken_is_refused_not_shared(self, start_server: Any) -> None:
        # Trap: gRPC shares ports by default, and each server would answer half of the calls.
        first = start_server({}, "--listen", "tcp://127.0.0.1:0")
        with pytest.raises(AssertionError, match="cannot listen on"):
            start_server({}, "--listen", f"tcp://{first.target}")

    def test_a_missing_certificate_is_told_by_name(self, start_server: Any, tmp_path: Path) -> None:
        tls = {"tls_cert": f"{tmp_path}/no.pem", "tls_key": f"{tmp_path}/no.key"}
        with pytest.raises(AssertionError, match=r"no\.key: No such file"):
            start_server({"server": tls}, "--listen", "tcp://127.0.0.1:0")
