"""Cases judged by the service itself, without a server around it."""

from __future__ import annotations

import time
from unittest import mock

from case_files import Case, Refusal
from verifyd.v1 import report_pb2

from sidecar.errors import VerifydError
from sidecar.evidence.store import EvidenceStore
from sidecar.runner import Runner
from sidecar.server.call import CALL, ServedCall
from sidecar.services.narratives import NarrativeVerifier
from sidecar.services.review import ReviewRecorder
from sidecar.services.verify import VerifyService
from sidecar.settings.root import Settings
from sidecar.work.pool import Pool


async def in_process(case: Case) -> report_pb2.Report | Refusal:
    """The report of a case, or how its request is refused."""
    settings = Settings.model_validate(case.settings)
    CALL.set(ServedCall("Verify", "r", tenant="local", deadline=time.monotonic() + 20))
    pool = Pool(1)
    runner = Runner(pool)
    store, recorder = EvidenceStore(settings.evidence), ReviewRecorder(None, settings.reviews, pool)
    narratives = NarrativeVerifier(settings, runner, store, pool, recorder)
    service = VerifyService(settings, runner, narratives)
    try:
        reply = await service.Verify(case.request, mock.sentinel.context)
        return report_pb2.Report.FromString(reply.report)
    except VerifydError as error:
        return Refusal(error.code, error.reason, error.metadata)
    finally:
        await runner.close()
        pool.close()
