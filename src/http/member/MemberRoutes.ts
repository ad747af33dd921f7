import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { MemberApi } from "./MemberApi.ts"
import { ProfileHandlers } from "./ProfileHandlers.ts"

export const MemberRoutes = HttpApiBuilder.layer(MemberApi).pipe(Layer.provide([ProfileHandlers]))
