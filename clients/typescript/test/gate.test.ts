/** Gates against a server that judges sentences by their words. */

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";

import { Code, type ServiceImpl } from "@connectrpc/connect";
import {
  type CallOptions,
  type Client,
  DeadlineExceeded,
  type GateOptions,
  InvalidRequest,
  type ModelPiece,
  type Report,
  StreamGate,
  Unavailable,
} from "@verifyd/client";
import { Action, Decision, ReleaseMode, type VerifyService } from "@verifyd/client/v1";

import { textOf } from "../dist/esm/model.js";
import { type Known as KnownNow, Shown } from "../dist/esm/shown.js";
import { failure, serve } from "./peer.js";

type Script = ServiceImpl<typeof VerifyService>["verifyStream"];

/** What a server knows besides: which end of a narrative it holds, and the mode that it is in. */
interface Manner {
  holdsReport?: boolean;
  release?: ReleaseMode;
  ended?: () => void;
}

/** Holds sentences with BAD in them, which it repairs by GOOD, and with WORSE, which it does not. */
function judging(manner: Manner = {}): Script {
  return async function* (requests) {
    const { release = ReleaseMode.SENTENCE, holdsReport = false, ended } = manner;
    let [text, judged, released, id] = ["", 0, 0, 0];
    let holds = false;
    function judge(end: number) {
      const words = text.slice(judged, end);
      const span = { start: judged, end };
      const at = words.search(/BAD|WORSE/);
      const place = { start: judged + at, end: judged + at + 3 };
      const repair = words.includes("BAD") ? { span: place, replacement: "GOOD" } : {};
      const found = { finding: { code: "C", span: place, ...(repair.span && { repair }) } };
      const findings = at < 0 ? [] : [{ id: ++id, holds: true, ...found }];
      holds ||= at >= 0;
      judged = end;
      released = holds ? released : end;
      const sentences = [{ span, action: at < 0 ? Action.RELEASE : Action.HOLD }];
      const bytes = { judgedBytes: BigInt(judged), releasedBytes: BigInt(released) };
      return { part: { case: "update" as const, value: { findings, sentences, ...bytes } } };
    }
    try {
      yield { part: { case: "started", value: { release } } };
      for await (const { part } of requests) {
        text += part.case === "text" ? Buffer.from(part.value).toString() : "";
        for (let end = text.indexOf(" ", judged); end >= 0; end = text.indexOf(" ", judged)) {
          yield judge(end + 1);
        }
      }
      if (judged < text.length) {
        yield judge(text.length);
      }
      const isHeld = holds || holdsReport;
      const action = isHeld ? Action.HOLD : Action.RELEASE;
      const decision = isHeld ? Decision.FAIL : Decision.PASS;
      yield { part: { case: "result", value: { report: { decision, action } } } };
    } finally {
      ended?.();
    }
  };
}

function serving(t: TestContext, verifyStream: Script): Client {
  return serve(t, { verify: { verifyStream } });
}

async function* modelOf(text: string, size: number): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += size) {
    yield text.slice(start, start + size);
  }
}

/** A gate, with its stream opened. */
async function gateOf(
  client: Client,
  model: AsyncIterable<ModelPiece>,
  options: GateOptions & CallOptions = {},
): Promise<StreamGate> {
  const stream = await client.stream({}, { ...options, release: "sentence" });
  return new StreamGate(stream, model, options);
}

async function read(gate: StreamGate): Promise<string> {
  const texts: string[] = [];
  for await (const text of gate) {
    texts.push(text);
  }
  return texts.join("");
}

const TEXT = "one.\n two. BAD. three. WORSE. four.";

test("each policy, in any cutting", async (t) => {
  const client = serving(t, judging());
  const cases: [GateOptions, string, string][] = [
    [{}, "one.\n two. ", "held"],
    [{ policy: "cut" }, "one.\n two. ", "cut"],
    [{ policy: "notice", notice: "[$&]" }, "one.\n two. [$&] three. [$&] four.", "replaced"],
    [{ policy: "repair" }, "one.\n two. GOOD. three. [withheld: not verified] four.", "replaced"],
  ];
  for (const [options, shown, outcome] of cases) {
    for (const size of [1, 2, 7, 100]) {
      const gate = await gateOf(client, modelOf(TEXT, size), options);
      assert.deepEqual([await read(gate), gate.outcome], [shown, outcome]);
      const { narrative = "" } = gate.report ?? {};
      assert.equal(gate.rest, outcome === "replaced" ? "" : narrative.slice(shown.length));
      assert.ok(outcome === "cut" ? TEXT.startsWith(narrative) : narrative === TEXT);
    }
  }
  const long = `one. BAD. ${"two. ".repeat(10_000)}`;
  const cut = await gateOf(client, modelOf(long, 5), { policy: "cut" });
  assert.equal(await read(cut), "one. ");
  assert.ok(cut.report && cut.report.narrative.length < long.length / 2);
  const gate = await gateOf(client, modelOf("one. two.", 3));
  assert.deepEqual([await read(gate), gate.outcome, gate.rest], ["one. two.", "released", ""]);
});

test("the report has the last word", async (t) => {
  const client = serving(t, judging({ holdsReport: true }));
  const gate = await gateOf(client, modelOf("one. two.", 3), { policy: "repair" });
  assert.deepEqual([await read(gate), gate.outcome], ["one. two.", "retracted"]);
  const empty = await gateOf(client, modelOf("", 1));
  assert.deepEqual([await read(empty), empty.outcome], ["", "released"]);
});

test("all or nothing, where a check judges only the whole", async (t) => {
  for (const policy of ["hold", "cut", "repair", "notice"] as const) {
    const client = serving(t, judging({ release: ReleaseMode.REPORT }));
    const held = await gateOf(client, modelOf(TEXT, 3), { policy });
    assert.deepEqual([await read(held), held.outcome, held.rest], ["", "held", TEXT]);
    const good = await gateOf(client, modelOf("one. two.", 3), { policy });
    assert.deepEqual([await read(good), good.outcome], ["one. two.", "released"]);
  }
});

test("what a model streams", async () => {
  const chunk = (content?: string | null) => ({ choices: [{ index: 0, delta: { content } }] });
  const pieces = [
    "a",
    chunk("b"),
    chunk(null),
    chunk(),
    { choices: [] },
    { type: "x", delta: "y" },
  ];
  const event = { type: "response.output_text.delta", delta: "c" };
  assert.equal([...pieces, event].map((one) => textOf(one as ModelPiece)).join(""), "abc");
  const wrong = [
    null,
    7,
    {},
    { type: "error" },
    { type: "response.failed" },
    { choices: [{ index: 1 }] },
  ];
  for (const piece of wrong) {
    assert.throws(() => textOf(piece as unknown as ModelPiece), Error, JSON.stringify(piece));
  }
});

test("whatever fails ends the text, and closes the model", async (t) => {
  const texts: string[] = [];
  let closed = 0;
  async function* model(ending: () => Promise<void>) {
    try {
      yield "one. two";
      await ending();
      yield ". three. four.";
    } finally {
      closed++;
    }
  }
  async function consume(gate: StreamGate) {
    texts.length = 0;
    for await (const text of gate) {
      texts.push(text);
    }
  }
  const good = serving(t, judging());
  const broken = new Error("the model is gone");
  const failing = await gateOf(
    good,
    model(() => Promise.reject(broken)),
  );
  await assert.rejects(consume(failing), broken);
  assert.deepEqual([failing.outcome, failing.report], [undefined, undefined]);

  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const lost = serving(t, async function* (requests) {
    yield { part: { case: "started", value: { release: ReleaseMode.SENTENCE } } };
    for await (const _ of requests) {
      yield { part: { case: "update", value: { judgedBytes: 5n, releasedBytes: 5n } } };
      leave();
      throw failure(Code.Unavailable);
    }
  });
  await assert.rejects(
    consume(
      await gateOf(
        lost,
        model(() => left),
      ),
    ),
    Unavailable,
  );
  assert.ok("one. ".startsWith(texts.join("")));

  const silent = serving(t, async function* (_, { signal }) {
    yield { part: { case: "started", value: { release: ReleaseMode.SENTENCE } } };
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  });
  const waiting = await gateOf(
    silent,
    model(async () => {}),
    { timeoutMs: 200 },
  );
  await assert.rejects(consume(waiting), DeadlineExceeded);
  assert.deepEqual(texts, []);

  const caller = new AbortController();
  const aborting = model(async () => caller.abort(broken));
  const aborted = await gateOf(good, aborting, { signal: caller.signal });
  await assert.rejects(consume(aborted), broken);
  assert.equal(closed, 4);
});

test("a consumer that leaves stops the model and the call", async (t) => {
  let [closed, ended] = [0, () => {}];
  const over = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const client = serving(t, judging({ ended: () => ended() }));
  const controller = new AbortController();
  const model = {
    controller,
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          yield "one. ";
        }
      } finally {
        closed++;
      }
    },
  };
  for await (const text of await gateOf(client, model)) {
    assert.equal(text, "one. ");
    break;
  }
  await over;
  assert.deepEqual([closed, controller.signal.aborted], [1, true]);
  const unread = (await gateOf(client, model))[Symbol.asyncIterator]();
  await unread.return?.();
  assert.deepEqual(await unread.next(), { done: true, value: undefined });
});

test("a consumer that leaves does not wait for a model that is stuck", async (t) => {
  const client = serving(t, judging());
  const controller = new AbortController();
  const stuck = {
    controller,
    [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }),
  };
  const reading = (await gateOf(client, stuck))[Symbol.asyncIterator]();
  const next = reading.next();
  await reading.return?.();
  assert.deepEqual(await next, { done: true, value: undefined });
  assert.ok(controller.signal.aborted);
});

test("a slow consumer slows the model", async (t) => {
  const client = serving(t, judging());
  let written = 0;
  async function* model() {
    for (; written < 1000; written++) {
      yield "one. ";
    }
  }
  const gate = await gateOf(client, model());
  const reading = gate[Symbol.asyncIterator]();
  for (let count = 0; count < 5; count++) {
    await reading.next();
    const before = written;
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(written <= before + 1, "nobody asked for more");
  }
  assert.ok(written < 900);
  await reading.return?.();
});

/** What is known, which a test changes. */
type Known = { -readonly [name in keyof KnownNow]: KnownNow[name] };

const span = (start: number, end: number) => ({ start, end });

function known(narrative: string, parts: Partial<Known>): Known {
  const nothing = { released: "", sentences: [], findings: [] };
  return { narrative, releasesSentences: true, ...nothing, ...parts };
}

test("a repair is taken only where it settles all that holds the sentence", () => {
  const narrative = "5 of 7 owls. ";
  const sentences = [{ span: span(0, 13), action: "HOLD" as const }];
  const held = (start: number, end: number, repair?: [number, number, string]) => ({
    span: span(start, end),
    holds: true,
    repair: repair && { span: span(repair[0], repair[1]), replacement: repair[2] },
  });
  const cases: [unknown[], string][] = [
    [[held(0, 1, [0, 1, "6"])], "6 of 7 owls. "],
    [[held(5, 6, [5, 6, "8"]), held(0, 1, [0, 1, "6"])], "6 of 8 owls. "],
    [[held(0, 1, [0, 1, "6"]), held(0, 1, [0, 1, "6"])], "6 of 7 owls. "],
    [[held(0, 1, [0, 1, "6"]), { ...held(5, 6), holds: false }], "6 of 7 owls. "],
    [[held(0, 1, [0, 1, "6"]), held(5, 6)], "[no] "],
    [[held(0, 1, [0, 1, "6"]), held(0, 1, [0, 1, "9"])], "[no] "],
    [[held(0, 1, [0, 4, "6"]), held(2, 6, [2, 6, "9"])], "[no] "],
    [[held(0, 1, [0, 20, "6"])], "[no] "],
    [[held(0, 0, [0, 1, "6"])], "[no] "],
    [[{ ...held(0, 1, [0, 1, "6"]), holds: false }], "[no] "],
    [[], "[no] "],
  ];
  for (const [findings, shown] of cases) {
    const parts = { sentences, findings: findings as Known["findings"] };
    assert.equal(new Shown(known(narrative, parts), "repair", "[no]").advance(), shown);
  }
});

test("a sentence that is released later is shown later", () => {
  const narrative = "one. two. three.";
  const sentences = [
    { span: span(0, 5), action: "HOLD" as const },
    { span: span(5, 10), action: "RELEASE" as const },
  ];
  for (const [policy, first, second] of [
    ["hold", "", "one. two. three."],
    ["notice", "[no] two. ", "three."],
    ["cut", "", ""],
  ] as const) {
    const parts = { ...known(narrative, { sentences }) };
    const shown = new Shown(parts, policy, "[no]");
    assert.equal(shown.advance(), first);
    parts.released = narrative;
    assert.equal(shown.advance(), second);
  }
});

test("a notice leaves what makes a list, a heading or a table", () => {
  for (const [written, shown] of [
    ["- 5 owls.\n", "- [no]\n"],
    ["## 5 owls\n\n", "## [no]\n\n"],
    ["|---|---|\n| 5 | owls |\n", "|---|---|\n[no]\n"],
    ["1. > 5 owls.", "1. > [no]"],
    ["  5 owls. ", "  [no] "],
    ["1.5 owls.", "[no]"],
  ] as const) {
    const sentences = [{ span: span(0, written.length), action: "HOLD" as const }];
    assert.equal(new Shown(known(written, { sentences }), "notice", "[no]").advance(), shown);
  }
});

test("what was shown and is held now", () => {
  const narrative = "one. two. three. ";
  const sentence = (start: number, end: number, action: "HOLD" | "RELEASE") => ({
    span: span(start, end),
    action,
  });
  const report = (released: boolean) => ({ released }) as Report;
  const parts = { ...known(narrative, { released: "one. two. " }) };
  const shown = new Shown(parts, "hold", "");
  shown.advance();
  parts.sentences = [sentence(0, 5, "HOLD"), sentence(5, 10, "RELEASE"), sentence(10, 17, "HOLD")];
  assert.deepEqual(shown.retracted(report(false)), [span(0, 5)]);
  assert.deepEqual(shown.retracted(report(true)), []);
  assert.equal(shown.outcome(report(false)), "retracted");
  parts.sentences = parts.sentences.slice(1);
  assert.equal(shown.outcome(report(false)), "held");
  parts.findings = [{ span: span(0, 0), holds: true }] as unknown as Known["findings"];
  assert.deepEqual(shown.retracted(report(false)), [span(0, 10)]);
  [parts.findings, parts.sentences] = [[], []];
  assert.equal(shown.outcome(report(false)), "retracted");
});

test("a gate is asked for rightly", async (t) => {
  const client = serving(t, judging());
  const stream = await client.stream();
  assert.throws(() => new StreamGate(stream, modelOf("", 1)), InvalidRequest);
  const wrong = gateOf(client, modelOf("", 1), { policy: "keep" as "hold" });
  await assert.rejects(wrong, InvalidRequest);
});
