import type * as Service from "./service.ts"

/** Whether an answer is a problem document of its own status and request (HUB-088). */
export const isProblem = (answer: Service.Answer) =>
  answer.headers.get("content-type") === "application/problem+json" &&
  answer.at("status") === answer.status &&
  answer.at("type") === `urn:hub:problem:${String(answer.at("code"))}` &&
  typeof answer.at("title") === "string" &&
  typeof answer.at("detail") === "string" &&
  typeof answer.at("instance") === "string" &&
  answer.at("requestId") === answer.headers.get("x-request-id")
