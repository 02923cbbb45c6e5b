import { showAt } from "../client/entrance.tsx";
import { App, HistoryPage } from "./app.tsx";
import { connect, showsHistory } from "./connection.ts";

showAt("open", showsHistory() ? <HistoryPage /> : <App />, () => void connect());
