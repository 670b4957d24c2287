/** The messages of the contract, as generated: types, schemas for `create`, and services. */

export * from "./gen/google/type/money_pb.js";
export * from "./gen/verifyd/v1/agent_service_pb.js";
export * from "./gen/verifyd/v1/arguments_pb.js";
export * from "./gen/verifyd/v1/citations_pb.js";
export * from "./gen/verifyd/v1/claims_pb.js";
export * from "./gen/verifyd/v1/common_pb.js";
export * from "./gen/verifyd/v1/consistency_pb.js";
export * from "./gen/verifyd/v1/error_reason_pb.js";
export * from "./gen/verifyd/v1/evidence_pb.js";
export * from "./gen/verifyd/v1/evidence_service_pb.js";
export * from "./gen/verifyd/v1/formulas_pb.js";
export * from "./gen/verifyd/v1/governance_service_pb.js";
export * from "./gen/verifyd/v1/numeric_pb.js";
export * from "./gen/verifyd/v1/outcome_service_pb.js";
export * from "./gen/verifyd/v1/outcomes_pb.js";
export * from "./gen/verifyd/v1/report_pb.js";
export * from "./gen/verifyd/v1/review_service_pb.js";
export * from "./gen/verifyd/v1/settlement_pb.js";
export * from "./gen/verifyd/v1/statement_pb.js";
export * from "./gen/verifyd/v1/structure_pb.js";
export * from "./gen/verifyd/v1/support_pb.js";
export * from "./gen/verifyd/v1/transcript_service_pb.js";
export * from "./gen/verifyd/v1/transcripts_pb.js";
export * from "./gen/verifyd/v1/verify_pb.js";
