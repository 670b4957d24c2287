/** Conversations: the messages between a user, an agent and its tools. */

import { create } from "@bufbuild/protobuf";

import { invalidArgument } from "./errors.js";
import {
  type Transcript,
  TranscriptForm,
  TranscriptSchema,
} from "./gen/verifyd/v1/transcripts_pb.js";

/** The form of messages, such as `OPENAI_CHAT`. */
export type FormName = Exclude<keyof typeof TranscriptForm, "UNSPECIFIED">;

/** A tool that an agent may call. */
export interface ToolDefinition {
  readonly name: string;
  readonly description?: string | undefined;
  /** The JSON Schema of its arguments, as an object or JSON text. */
  readonly schema?: object | string | undefined;
}

/** What you know of a conversation beyond its messages. */
export interface AboutTranscript {
  /** Their form; recognized by their fields where it is left out. */
  form?: FormName;
  /** Tools beside those that the messages come with. */
  tools?: Iterable<ToolDefinition>;
}

/**
 * A conversation: its messages as an array, as the body of a request or response, or as JSON text or
 * JSON lines.
 *
 * @throws InvalidRequest where they cannot be written as JSON.
 */
export function transcript(messages: object | string, about: AboutTranscript = {}): Transcript {
  return create(TranscriptSchema, {
    messages: jsonOf("messages", messages),
    form: TranscriptForm[about.form ?? "UNSPECIFIED"],
    tools: [...(about.tools ?? [])].map(({ name, description = "", schema = "" }) => ({
      name,
      description,
      schemaJson: jsonOf("tools", schema),
    })),
  });
}

function jsonOf(argument: string, given: object | string): string {
  if (typeof given !== "string") {
    try {
      return JSON.stringify(given);
    } catch (error) {
      throw invalidArgument(argument, `${argument}: ${(error as Error).message}`);
    }
  }
  if (!given.isWellFormed()) {
    throw invalidArgument(argument, `${argument}: half a surrogate pair is not Unicode`);
  }
  return given;
}
