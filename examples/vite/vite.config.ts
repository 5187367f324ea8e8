// `vite` and `vite preview` serve the platform's API beside the application, with the console at /platform/.
import { defineConfig } from 'vite';
import { voiceAgentMock } from 'voice-agent-mock/vite';

export default defineConfig({ plugins: [voiceAgentMock({ prefix: '/platform' })] });
