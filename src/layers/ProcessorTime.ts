import { Context } from "effect"
import { performance } from "node:perf_hooks"

/**
 * Processor time in milliseconds that native code of this process has used so far, in threads beside JavaScript. An
 * underestimate: the time that JavaScript waits for a processor counts as its own.
 */
export const ProcessorTime = Context.Reference<() => number>("hub/layers/ProcessorTime", {
  defaultValue: () => () => {
    const { system, user } = process.cpuUsage()
    return (system + user) / 1000 - performance.eventLoopUtilization().active
  }
})
