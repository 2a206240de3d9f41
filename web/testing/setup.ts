import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import '../prepare.ts'

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})
