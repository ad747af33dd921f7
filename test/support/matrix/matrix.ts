import { layer } from "@effect/vitest"
import * as Service from "../http/service.ts"
import { answers } from "./answers.ts"
import { audit } from "./audit.ts"
import { bodies } from "./bodies.ts"
import { credentials } from "./credentials.ts"
import { declarations } from "./declarations.ts"
import { keys } from "./keys.ts"
import type { MatrixFacts } from "./MatrixFacts.ts"
import { otherMethods, unknownRoutes } from "./methods.ts"
import { paging } from "./paging.ts"
import { paths } from "./paths.ts"
import { reach } from "./reach.ts"
import { operationsOf, subjectOf } from "./Subject.ts"
import { venueFilters } from "./venueFilters.ts"

const concerns = [
  answers,
  audit,
  declarations,
  credentials,
  keys,
  reach,
  venueFilters,
  paging,
  bodies,
  paths,
  otherMethods
]

const unlimited = Object.fromEntries(
  [
    "HUB_KEY",
    "HUB_TRANSITION",
    "OPERATOR",
    "OPERATOR_WRITES",
    "PARTNER_KEY",
    "PARTNER_WRITES",
    "MEMBER",
    "MEMBER_LOOKUP",
    "PUBLIC",
    "INVITE_ADDRESS",
    "INVITE_LINK",
    "INVITE_RECIPIENT",
    "INVITE_RESEND",
    "DOMAIN_RECHECK",
    "DOMAIN_RETRY"
  ].map((name) => [`HUB_LIMIT_${name}`, "1000000"])
)

/**
 * Tests what holds for every endpoint of a surface, generated from its definition and one sample each, over one
 * in-memory store.
 */
export const matrix = (facts: MatrixFacts) => {
  const { about = () => true, dataset, surface } = facts
  const operations = operationsOf(surface)
  layer(Service.layer({ environment: unlimited, ...(dataset === undefined ? {} : { dataset }) }))(
    `matrix of the ${surface.name} surface`,
    (it) => {
      for (const endpoint of surface.endpoints.filter(({ identifier }) => about(identifier))) {
        const subject = subjectOf(facts, operations, endpoint)
        for (const concern of concerns) concern(it, subject)
      }
      unknownRoutes(it, facts)
    }
  )
}
