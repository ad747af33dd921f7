import { Effect } from "effect"
import type { Share } from "../domain/shared/Progress.ts"

const width = 30

const bar = ({ all, done, unit }: Share) => {
  const part = all === 0 ? 1 : Math.min(done / all, 1)
  const filled = Math.round(part * width)
  return `[${"#".repeat(filled)}${".".repeat(width - filled)}] ${Math.floor(part * 100)} % of ${all} ${unit}`
}

/** The share, rounded down to a tenth. */
const tenthOf = (share: Share): Share => {
  const tenth = Math.floor((10 * share.done) / Math.max(share.all, 1))
  return { ...share, done: Math.min(share.done, (tenth * share.all) / 10) }
}

/** Shows progress on a stream: an updating bar on a terminal, otherwise one line per tenth. */
export const progressBar = (stream: { readonly isTTY?: boolean; readonly write: (text: string) => unknown }) => {
  const isTerminal = stream.isTTY === true
  let last = ""
  let lastTask = ""
  const end = () => {
    if (isTerminal && last !== "") stream.write("\n")
    last = ""
  }
  return {
    show: (task: string, share?: Share) =>
      Effect.sync(() => {
        const bars = share === undefined ? [] : [bar(isTerminal ? share : tenthOf(share))]
        const text = [...(task === "" ? [] : [task]), ...bars].join(" ")
        if (text === last) return
        if (task !== lastTask) end()
        stream.write(isTerminal ? `\r${text}` : `${text}\n`)
        last = text
        lastTask = task
      }),
    end: Effect.sync(end)
  }
}
