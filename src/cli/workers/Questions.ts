/** The questions to another process that wait for their answers, each under a number. */
export class Questions<Answer> {
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #last = 0

  /** Sends a question under a number of its own; the answer to it. */
  ask(send: (id: number) => void): Promise<Answer> {
    const id = ++this.#last
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      send(id)
    })
  }

  answer(id: number, answer: Answer): void {
    this.#waiting.get(id)?.(answer)
    this.#waiting.delete(id)
  }
}
