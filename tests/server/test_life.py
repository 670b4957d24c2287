"""A server's life as a process: healthy, draining, gone; what it refuses, and its deadlines."""

from __future__ import annotations

import signal
import threading
import time
from typing import Any

import grpc
import pytest
from calls import Calls, SlowUpload, refusal, request
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from waiting import wait_until

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
SERVICES = (
    "",
    "verifyd.v1.VerifyService",
    "verifyd.v1.EvidenceService",
    "verifyd.v1.ReviewService",
)


def health(channel: grpc.Channel, service: str = "") -> Any:
    stub = health_pb2_grpc.HealthStub(channel)
    return stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=5).status


class TestHealth:
    @pytest.mark.parametrize("service", SERVICES)
    def test_each_service_is_serving(self, server: Any, service: str) -> None:
        with server.channel() as channel:
            assert health(channel, service) == SERVING

    def test_an_unknown_service_is_not_found(self, server: Any) -> None:
        with server.channel() as channel, pytest.raises(grpc.RpcError) as error:
            health(channel, "verifyd.v1.NoService")
        assert error.value.code() is grpc.StatusCode.NOT_FOUND


class TestDrain:
    @pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
    def test_in_flight_finishes_new_is_refused_and_the_exit_is_clean(
        self, start_program: Any, number: signal.Signals
    ) -> None:
        server = start_program()
        with server.channel() as channel:
            calls = Calls(channel)
            slow = SlowUpload(calls)
            calls.list_checks()  # the upload was sent before, so it is in flight by now
            server.process.send_signal(number)
            wait_until(lambda: health(channel) == NOT_SERVING)
            for service in SERVICES:
                assert health(channel, service) == NOT_SERVING
            refused = refusal(lambda: calls.verify(request()))
            assert (refused.code, refused.reason) == ("UNAVAILABLE", "SHUTTING_DOWN")
            assert refused.retry_s
            assert slow.finish().handle
        assert server.process.wait(10) == 0
        assert server.log_lines()[-1]["cut_off"] == 0

    def test_a_watcher_sees_both_states(self, start_server: Any) -> None:
        server = start_server()
        with server.channel() as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            watch = stub.Watch(health_pb2.HealthCheckRequest(), timeout=20)
            assert next(watch).status == SERVING
            server.process.send_signal(signal.SIGTERM)
            assert next(watch).status == NOT_SERVING
        assert server.process.wait(10) == 0

    def test_an_idle_server_stops_at_once(self, start_server: Any) -> None:
        server = start_server({"server": {"drain_s": 3600}})
        assert server.stop() == 0  # which waits for half a minute, and fails

    def test_what_never_finishes_is_cut_off_after_the_drain_time(self, start_server: Any) -> None:
        server = start_server({"server": {"drain_s": 0.3}})
        with server.channel() as channel:
            calls = Calls(channel)
            slow = SlowUpload(calls)
            calls.list_checks()
            assert server.stop() == 0
            assert slow.future.exception() is not None
        assert '"cut_off": 1' in server.log_text()  # grpc itself may print a CancelledError here

    def test_a_second_signal_ends_it_at_once(self, start_server: Any) -> None:
        server = start_server()
        with server.channel() as channel:
            calls = Calls(channel)
            slow = SlowUpload(calls)
            calls.list_checks()
            server.process.send_signal(signal.SIGTERM)
            wait_until(lambda: health(channel) == NOT_SERVING)
            assert server.stop() == -signal.SIGTERM
            assert slow.future.exception() is not None

    def test_the_socket_goes_with_the_server(self, start_server: Any) -> None:
        server = start_server()
        server.stop()
        assert not (server.folder / "v.sock").exists()


class TestOverload:
    def test_past_slots_and_queue_a_call_is_refused_and_health_is_not(
        self, start_server: Any
    ) -> None:
        server = start_server({"server": {"max_in_flight": 1, "max_queue": 1}})
        with server.channel() as channel:
            calls = Calls(channel)
            served = SlowUpload(calls)
            waiting: list[Any] = []
            thread = threading.Thread(target=lambda: waiting.append(calls.verify(request())))
            thread.start()
            time.sleep(0.3)  # by now it waits behind the upload
            refused = refusal(calls.list_checks)
            assert (refused.code, refused.reason) == ("RESOURCE_EXHAUSTED", "OVERLOADED")
            assert refused.metadata == {"in_flight": "1", "queued": "1"}
            assert refused.retry_s
            assert refused.retry_s > 0
            assert health(channel) == SERVING
            served.finish()
            thread.join(10)
            assert waiting[0].report.results  # the call that waited got its turn
            calls.list_checks()


class TestDeadlines:
    def test_the_servers_cap_is_shorter_than_the_clients_patience(self, start_server: Any) -> None:
        server = start_server({"server": {"deadline_s": 0.2, "max_deadline_s": 0.4}})
        with server.channel() as channel:
            slow = SlowUpload(Calls(channel), timeout=60)
            refused = slow.failed()
        assert (refused.code, refused.reason) == ("DEADLINE_EXCEEDED", "DEADLINE_EXCEEDED")
        assert refused.metadata == {"deadline_ms": "400"}

    def test_without_a_deadline_of_the_client_the_servers_counts(self, start_server: Any) -> None:
        server = start_server({"server": {"deadline_s": 0.2, "max_deadline_s": 60}})
        with server.channel() as channel:
            refused = SlowUpload(Calls(channel), timeout=None).failed()
        assert refused.metadata == {"deadline_ms": "200"}

    def test_a_call_that_waits_for_its_turn_runs_out_of_time_too(self, start_server: Any) -> None:
        settings = {"max_in_flight": 1, "deadline_s": 0.3, "max_deadline_s": 5}
        server = start_server({"server": settings})
        with server.channel() as channel:
            calls = Calls(channel)
            slow = SlowUpload(calls, timeout=5)
            time.sleep(0.1)
            refused = refusal(lambda: calls.verify(request(), timeout=None))
            assert refused.reason == "DEADLINE_EXCEEDED"
            slow.finish()

    def test_a_client_that_hangs_up_frees_its_place(self, start_server: Any) -> None:
        server = start_server({"server": {"max_in_flight": 1}})
        with server.channel() as channel:
            calls = Calls(channel)
            slow = SlowUpload(calls)
            time.sleep(0.1)
            slow.future.cancel()
            calls.list_checks()
            handle = calls.put().handle
        server.stop()
        kept = [line["handle"] for line in server.log_lines() if "handle" in line]
        assert kept == [handle]  # nothing of the half upload


class TestReflection:
    def listed(self, channel: grpc.Channel) -> list[str]:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        asked = reflection_pb2.ServerReflectionRequest(list_services="")
        (answer,) = stub.ServerReflectionInfo(iter([asked]), timeout=5)
        return [service.name for service in answer.list_services_response.service]

    def test_it_is_off_unless_asked_for(self, server: Any) -> None:
        with server.channel() as channel, pytest.raises(grpc.RpcError) as error:
            self.listed(channel)
        assert error.value.code() is grpc.StatusCode.UNIMPLEMENTED

    def test_it_lists_the_services(self, start_server: Any) -> None:
        server = start_server({}, "--reflection")
        with server.channel() as channel:
            assert set(SERVICES[1:]) < set(self.listed(channel))
