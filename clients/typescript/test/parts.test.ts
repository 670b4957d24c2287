import assert from "node:assert/strict";
import { test } from "node:test";

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { amount, Decimal, type InvalidRequest, money, queryResult, Report } from "@verifyd/client";
import * as v1 from "@verifyd/client/v1";

import { defaultAddress, isLocal, parseAddress } from "../dist/esm/address.js";
import { Client } from "../dist/esm/client.js";
import { Offsets } from "../dist/esm/offsets.js";
import { repaired } from "../dist/esm/repairs.js";
import { fit } from "../dist/esm/uploads.js";

function refused(argument: string, pattern: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof Error);
    assert.equal((error as InvalidRequest).reason, "ARGUMENT_INVALID");
    assert.deepEqual((error as InvalidRequest).metadata, { argument });
    assert.match(error.message, pattern);
    return true;
  };
}

test("addresses", () => {
  assert.deepEqual(parseAddress("unix:///run/v.sock"), { path: "/run/v.sock" });
  assert.deepEqual(parseAddress("unix:v.sock"), { path: "v.sock" });
  assert.deepEqual(parseAddress("tcp://verifyd.example:50051"), {
    host: "verifyd.example",
    port: 50051,
  });
  assert.deepEqual(parseAddress("localhost:1"), { host: "localhost", port: 1 });
  assert.deepEqual(parseAddress("tcp://[::1]:50051"), { host: "::1", port: 50051 });
  for (const wrong of ["", "unix://", "unix:///", "http://h:1", "h", "tcp://h", "h:0", "h:70000"]) {
    assert.throws(() => parseAddress(wrong), refused("address", /is not an address/), wrong);
  }
  assert.throws(
    () => parseAddress("/run/v.sock"),
    refused("address", /mean unix:\/\/\/run\/v.sock/),
  );
});

test("the usual socket", (t) => {
  const before = process.env.XDG_RUNTIME_DIR;
  t.after(() => {
    process.env.XDG_RUNTIME_DIR = before ?? "";
  });
  process.env.XDG_RUNTIME_DIR = "/run/user/7";
  assert.equal(defaultAddress(), "unix:///run/user/7/verifyd/verifyd.sock");
  process.env.XDG_RUNTIME_DIR = "";
  assert.equal(defaultAddress(), "unix:///run/verifyd/verifyd.sock");
});

test("a token is never sent in clear beyond this machine", () => {
  for (const local of ["tcp://127.0.0.1:1", "tcp://localhost:1", "tcp://[::1]:1", "unix:///v"]) {
    assert.ok(isLocal(parseAddress(local)), local);
    new Client({ address: local, token: "t" }).close();
  }
  for (const remote of ["tcp://10.0.0.1:1", "tcp://127.0.0.1.example:1", "tcp://[::2]:1"]) {
    assert.throws(() => new Client({ address: remote, token: "t" }), refused("token", /in clear/));
    new Client({ address: remote, token: "t", tls: {} }).close();
  }
  assert.throws(() => new Client({ address: "unix:///v", tls: {} }), refused("tls", /no TLS/));
});

test("byte offsets become UTF-16 indices", () => {
  const text = "é🦉漢5";
  const offsets = new Offsets(text);
  // A byte inside a code point is at its start.
  assert.deepEqual(
    Array.from({ length: 12 }, (_, byte) => offsets.index(byte)),
    [0, 0, 1, 1, 1, 1, 3, 3, 3, 4, 5, 5],
  );
  const ascii = new Offsets("abc");
  assert.deepEqual(
    [0, 2, 3, 9].map((byte) => ascii.index(byte)),
    [0, 2, 3, 3],
  );
  assert.deepEqual(offsets.span(create(v1.SpanSchema, { start: 9, end: 10 })), {
    start: 4,
    end: 5,
  });
});

test("no repair over another", () => {
  const text = "🦉 one two three";
  const about = { start: 3, end: 4 };
  const finding = (start: number, end: number, replacement: string, span = about) => ({
    span,
    repair: { span: { start, end }, replacement },
  });
  const findings = [
    finding(7, 10, "2"),
    finding(3, 10, "both"),
    finding(16, 16, "!"),
    finding(16, 16, "!"),
    finding(3, 6, "lost", { start: 0, end: 0 }),
    { span: about, repair: undefined },
  ];
  assert.equal(repaired(text, findings), "🦉 both three!");
  assert.equal(repaired(text, []), text);
});

test("cells keep what JSON would lose", () => {
  const cells: [unknown, unknown][] = [
    [5, { case: "integer", value: 5n }],
    [2 ** 53, { case: "number", value: 2 ** 53 }],
    [0.1, { case: "number", value: 0.1 }],
    [2n ** 63n - 1n, { case: "integer", value: 2n ** 63n - 1n }],
    [2n ** 63n, { case: "decimal", value: "9223372036854775808" }],
    [new Decimal("0.10"), { case: "decimal", value: "0.10" }],
    [{ toFixed: () => "12.5" }, { case: "decimal", value: "12.5" }],
    [true, { case: "boolean", value: true }],
    ["0.10", { case: "text", value: "0.10" }],
    [new Date(Date.UTC(2026, 0, 2, 3)), { case: "date", value: "2026-01-02T03:00:00.000Z" }],
  ];
  for (const nothing of [
    null,
    undefined,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    new Date(Number.NaN),
  ]) {
    cells.push([nothing, { case: undefined }]);
  }
  for (const [given, want] of cells) {
    const { data } = queryResult("q", [{ x: given }]);
    assert.ok(data.case === "rows");
    assert.deepEqual(data.value.rows[0]?.cells[0]?.value, want, String(given));
  }
  assert.throws(() => new Decimal("1,000"), TypeError);
});

test("columns stand in the order of their first appearance", () => {
  const { data } = queryResult("q", [{ a: 1 }, new Map([["b", 2]]), { c: 3, a: 4 }], {
    columns: [{ name: "a", unit: "percent" }],
  });
  assert.ok(data.case === "rows");
  assert.deepEqual(data.value.columns, ["a", "b", "c"]);
  const integers = data.value.rows.map(({ cells }) => cells.map(({ value }) => value.value));
  assert.deepEqual(integers, [
    [1n, undefined, undefined],
    [undefined, 2n, undefined],
    [4n, undefined, 3n],
  ]);
});

test("an error names the row and the column", () => {
  const put = (data: unknown) => () => queryResult("q1", data as never);
  assert.throws(put([{ a: 1 }, { a: [2] }]), refused("data", /"q1": row 1, column "a": .*Array/));
  assert.throws(put([{ a: Symbol("s") }]), refused("data", /row 0, column "a": .*a symbol/));
  assert.throws(put([[1, 2]]), refused("data", /row 0 is a value of type Array/));
  assert.throws(put({ a: 1 }), refused("data", /give an array of rows/));
  assert.throws(put("a,b\n1,2"), refused("data", /is not JSON/));
  assert.equal(queryResult("q1", ' [{"a": 1}]').data.case, "json");
  assert.equal(queryResult("q1", new Uint8Array(3)).data.case, "arrow");
});

test("money is exact", () => {
  const same = { "10": "10", "10.00": "10", "0.10": "0.1", "-0.5": "-0.5", "-15.25": "-15.25" };
  const large = { "999999999999999.99": "999999999999999.99", "0.000000001": "0.000000001" };
  for (const [given, want] of Object.entries({ ...same, ...large, "0": "0", ".5": "0.5" })) {
    const made = money(given, "USD");
    assert.deepEqual([amount(made), made.currencyCode], [want, "USD"]);
  }
  const negative = money("-1.75", "EUR");
  assert.deepEqual([negative.units, negative.nanos], [-1n, -750_000_000]);
  assert.deepEqual([amount(undefined), amount({ units: 0n, nanos: -5_000_000 })], ["0", "-0.005"]);
  const wrong = [
    "",
    ".",
    "x",
    "1/3",
    "1e3",
    "0x10",
    "1_000",
    "0.0000000001",
    "99999999999999999999",
  ];
  for (const given of wrong) {
    assert.throws(() => money(given, "USD"), refused("amount", /./), given);
  }
});

test("what no message has room for goes ahead of it", () => {
  const small = queryResult("small", [{ a: "é".repeat(10), b: 1, c: null }]);
  const large = queryResult("large", new Uint8Array(4 << 20));
  const tight = queryResult("tight", JSON.stringify(["x".repeat(2 << 20)])); // fits, though 3 bytes each would not
  const ids = (results: v1.QueryResult[]) => results.map(({ queryId }) => queryId);
  assert.deepEqual(fit([small, large, tight], 1000).map(ids), [["small", "tight"], ["large"]]);
  assert.deepEqual(fit([small, tight], 3 << 20).map(ids), [["small"], ["tight"]]);
});

const span = { start: 5, end: 6 };
const unknown: number = 99;
const findings: v1.Findings["findings"] = [
  create(v1.FindingSchema, {
    check: "numeric",
    code: "CLAIM_NOT_FOUND",
    severity: v1.Severity.ERROR,
    verdict: v1.Verdict.CONTRADICTED,
    span,
    message: "'5' is not what the data has: 6",
    repair: { span, replacement: "6" },
  }),
  create(v1.FindingSchema, {
    code: "NEW",
    severity: unknown,
    verdict: unknown,
    span,
    message: "new",
  }),
];

function reportOf(report?: MessageInitShape<typeof v1.ReportSchema>): Report {
  return new Report("🦉 5 ", create(v1.VerifyResponseSchema, report && { report }));
}

test("a report in the indices of JavaScript", () => {
  const report = reportOf({
    decision: v1.Decision.FAIL,
    action: v1.Action.HOLD,
    retryHint: "Write 6.",
    results: [
      {
        check: "numeric",
        outcome: {
          case: "findings",
          value: {
            findings,
            detail: {
              case: "numeric",
              value: {
                claimsTotal: 2,
                claimsMatched: 1,
                claimsUncovered: 1,
                bindings: [{ span, matched: true, verdict: unknown, grade: v1.Grade.EXACT }],
              },
            },
          },
        },
      },
      { check: "claims", outcome: { case: "failure", value: { reason: "JUDGE", message: "no" } } },
      { check: "support" },
    ],
  });
  assert.deepEqual([report.decision, report.action, report.released], ["FAIL", "HOLD", false]);
  assert.deepEqual(report.findings[0]?.span, { start: 3, end: 4 });
  assert.equal(report.findings[0]?.text, "5");
  assert.equal(report.repaired(), "🦉 6 ");
  assert.equal(report.feedback(), "Write 6.");
  // What this version does not know never reads as something good.
  assert.deepEqual(
    [report.findings[1]?.severity, report.findings[1]?.verdict],
    ["ERROR", "INCONCLUSIVE"],
  );
  assert.deepEqual(
    [report.bindings[0]?.matched, report.bindings[0]?.verdict],
    [false, "INCONCLUSIVE"],
  );
  assert.deepEqual(
    report.failures.map(({ check, reason }) => [check, reason]),
    [
      ["claims", "JUDGE"],
      ["support", "INTERNAL"],
    ],
  );
  assert.equal(
    `${report}`,
    [
      "FAIL (hold): 1 of 2 numbers supported, 1 not covered",
      "claims failed: no",
      "support failed: the server gave no outcome",
      "error CLAIM_NOT_FOUND: '5' is not what the data has: 6",
      "error NEW '5': new",
    ].join("\n"),
  );
});

test("what is missing or unknown is never released", () => {
  const { RELEASE } = v1.Action;
  const { PASS } = v1.Decision;
  for (const [report, decision, action] of [
    [undefined, "UNVERIFIED", "HOLD"],
    [{ action: RELEASE }, "UNVERIFIED", "HOLD"],
    [{ decision: unknown, action: RELEASE }, "UNVERIFIED", "HOLD"],
    [{ decision: PASS }, "PASS", "HOLD"],
    [{ decision: PASS, action: unknown }, "PASS", "HOLD"],
    [{ decision: PASS, action: RELEASE }, "PASS", "RELEASE"],
  ] as [MessageInitShape<typeof v1.ReportSchema> | undefined, string, string][]) {
    const read = reportOf(report);
    assert.deepEqual([read.decision, read.action], [decision, action]);
    assert.equal(read.released, action === "RELEASE");
  }
});
