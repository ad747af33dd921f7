import type { RateLimitWindow } from "../../domain/ratelimit/RateLimits.ts"

/** The rate limit windows to report in the response, even if the request fails later. */
export class LimitState {
  windows: ReadonlyArray<RateLimitWindow> = []
  readonly add = (windows: ReadonlyArray<RateLimitWindow>): void => {
    this.windows = [...this.windows, ...windows]
  }
}
