import { Effect } from "effect"
import { changeProgram } from "../../domain/programs/changeProgram.ts"
import { createProgram } from "../../domain/programs/createProgram.ts"
import { getEarningRules, getProgram, listProgramVenues, listPrograms } from "../../domain/programs/readPrograms.ts"
import { activateProgram } from "../../domain/programs/activateProgram.ts"
import { archiveProgram } from "../../domain/programs/archiveProgram.ts"
import { replaceEarningRules } from "../../domain/programs/replaceEarningRules.ts"
import { replaceProgramVenues } from "../../domain/programs/replaceProgramVenues.ts"
import { handlersOf } from "../surface/handlers.ts"
import { expects, withETag } from "../surface/schemas/versioned.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const ProgramsHandlers = handlersOf(
  PartnerApi,
  "programs"
)({
  listPrograms: ({ query }) => listPrograms(query),
  createProgram: ({ payload }) => Effect.map(createProgram(payload), withETag),
  getProgram: ({ params }) => Effect.map(getProgram(params.programId), withETag),
  changeProgram: ({ headers, params, payload: { expectedVersion, ...change } }) =>
    Effect.map(changeProgram(params.programId, change, expects(headers, { expectedVersion })), withETag),
  activateProgram: ({ params }) => Effect.map(activateProgram(params.programId), withETag),
  archiveProgram: ({ params, payload }) => Effect.map(archiveProgram(params.programId, payload.reason), withETag),
  listProgramVenues: ({ params }) => listProgramVenues(params.programId),
  replaceProgramVenues: ({ params, payload }) => replaceProgramVenues(params.programId, payload.venueIds),
  getEarningRules: ({ params }) => getEarningRules(params.programId),
  replaceEarningRules: ({ params, payload }) => replaceEarningRules(params.programId, payload)
})
