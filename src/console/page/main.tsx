import './styles/base.css';
import './styles/shell.css';
import './styles/controls.css';
import './styles/pages.css';
import './styles/details.css';
import './styles/requests.css';
import './styles/reference.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { createSession, SessionContext } from './session.ts';

const root = document.getElementById('console');
if (root !== null) {
  render(
    <SessionContext.Provider value={createSession(window)}>
      <App />
    </SessionContext.Provider>,
    root,
  );
}
