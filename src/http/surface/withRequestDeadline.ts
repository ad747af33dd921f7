import { Duration, Effect } from "effect"
import { Deployment } from "../../domain/shared/Deployment.ts"
import { makeDeadline } from "./makeDeadline.ts"

/** The deadline of requests, for a route outside every surface that waits for the database. */
export const withRequestDeadline = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Deployment, ({ requestTimeoutMs }) => makeDeadline(Duration.millis(requestTimeoutMs))(work))
