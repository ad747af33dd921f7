import { addTeammateVenue } from "../../domain/teammates/addTeammateVenue.ts"
import { getTeammate, listTeammates, listVenueTeammates } from "../../domain/teammates/readTeammates.ts"
import { removeTeammateVenue } from "../../domain/teammates/removeTeammateVenue.ts"
import { replaceTeammateVenues } from "../../domain/teammates/replaceTeammateVenues.ts"
import { handlersOf } from "../surface/handlers.ts"
import { PartnerApi } from "./PartnerApi.ts"

export const TeammatesHandlers = handlersOf(
  PartnerApi,
  "teammates"
)({
  listTeammates: ({ query }) => listTeammates(query),
  getTeammate: ({ params }) => getTeammate(params.teammateId),
  replaceTeammateVenues: ({ params, payload }) => replaceTeammateVenues(params.teammateId, payload.venueIds ?? "all"),
  addTeammateVenue: ({ params, payload }) => addTeammateVenue(params.teammateId, payload.venueId),
  removeTeammateVenue: ({ params }) => removeTeammateVenue(params.teammateId, params.venueId),
  listVenueTeammates: ({ params, query }) => listVenueTeammates(params.venueId, query)
})
