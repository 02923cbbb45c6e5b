import { render } from "preact";
import { App } from "./app.tsx";
import { connect } from "./connection.ts";
import { Entrance, enter } from "./entrance.tsx";

/** The server's own root is where invitations lead; the project's page has a path of its own. */
const invited = location.pathname === "/";

const place = document.getElementById("app");
if (place) {
  place.textContent = "";
  render(invited ? <Entrance /> : <App />, place);
}
void (invited ? enter() : connect());
