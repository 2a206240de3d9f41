import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveFile } from './download.ts'

const made: Blob[] = []
const freed: string[] = []
let saved: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  saved = []
  URL.createObjectURL = (file) => `blob:${made.push(file as Blob)}`
  URL.revokeObjectURL = (address) => void freed.push(address)
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    saved.push(this.download)
  }
})
afterEach(() => {
  vi.useRealTimers()
  made.length = freed.length = 0
})

const page = new Blob(['<script>alert(1)</script>'], { type: 'text/html' })
const headers = new Headers({ 'content-disposition': 'attachment; filename="referrals.csv"' })

it('leaves a browser that begins to read late its time, and then lets the file go', () => {
  saveFile({ file: page, headers })
  vi.advanceTimersByTime(20_000)
  expect(freed).toEqual([])
  vi.runAllTimers()
  expect(freed).toEqual(['blob:1'])
})

it('saves under the name that the service gives, or under the one it is told', () => {
  saveFile({ file: page, headers })
  saveFile({ file: page, headers }, 'Übersicht.html')
  expect(saved).toEqual(['referrals.csv', 'Übersicht.html'])
})

it('makes no page of the product of what it saves', () => {
  saveFile({ file: page, headers })
  expect(made[0]?.type).toBe('application/octet-stream')
})
