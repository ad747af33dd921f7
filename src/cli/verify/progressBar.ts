import { Effect } from "effect"

const width = 30

const bar = (read: number, all: number) => {
  const share = all === 0 ? 1 : Math.min(read / all, 1)
  const done = Math.round(share * width)
  return `[${"#".repeat(done)}${".".repeat(width - done)}] ${Math.floor(share * 100)} % of ${all} entries`
}

/** Shows progress on a stream: a moving bar on a terminal, one line per tenth otherwise. */
export const progressBar = (stream: { readonly isTTY?: boolean; readonly write: (text: string) => unknown }) => {
  let last = ""
  const show = (text: string) =>
    Effect.sync(() => {
      if (text === last) return
      last = text
      stream.write(stream.isTTY === true ? `\r${text}` : `${text}\n`)
    })
  return {
    show: ({ entries, read }: { readonly read: number; readonly entries: number }) => {
      const tenth = Math.floor((10 * read) / Math.max(entries, 1))
      return show(bar(stream.isTTY === true ? read : Math.min(read, (tenth * entries) / 10), entries))
    },
    end: Effect.sync(() => {
      if (stream.isTTY === true && last !== "") stream.write("\n")
    })
  }
}
