import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import '../platform/page/browserSetup.ts'
import { patienceMs } from './patience.ts'

configure({ asyncUtilTimeout: patienceMs })

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}
