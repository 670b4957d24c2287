package dev.verifyd;

/**
 * What was found in a tool call. Make the call only where its report is released.
 *
 * @param messageIndex the place of its message in the list
 * @param callId the id of the call; empty where it has none
 * @param tool the name of the tool
 * @param report about the arguments, as JSON text
 */
public record ToolCallReport(int messageIndex, String callId, String tool, Report report) {}
