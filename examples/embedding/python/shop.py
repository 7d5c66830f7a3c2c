"""Answers a question about the orders of a customer: shop.py CUSTOMER QUESTION"""
import os, sqlite3, sys
from typing import Annotated, Literal

import agentcli

database = sqlite3.connect("shop.db")
database.row_factory = sqlite3.Row
customer, question = int(sys.argv[1]), sys.argv[2]
page = {"path": f"/customers/{customer}/orders", "today": "2026-11-29", "selected": [9]}


@agentcli.tool(changes=False)
def orders(state: Literal["all", "open", "late"] = "open") -> list:
    """Orders of the customer on the page."""
    condition = {"all": "1", "open": "NOT done", "late": "NOT done AND due < '2026-11-29'"}[state]
    return database.execute(f"SELECT id, item, due FROM orders WHERE customer = ? AND {condition}",
                            [customer]).fetchall()


@agentcli.tool(approve=True)
def postpone(order: int, due: Annotated[str, "YYYY-MM-DD"]) -> str:
    """Changes the day on which an order of the customer on the page is due."""
    with database:
        changed = database.execute("UPDATE orders SET due = ? WHERE id = ? AND customer = ?",
                                   [due, order, customer]).rowcount
    if not changed:
        raise agentcli.ToolError(f"this customer has no order {order}", "NOT_FOUND")
    return f"order {order} is due on {due}"


def approve(ask: agentcli.ApprovalAsk) -> bool:
    return input(f"{ask.tool} {ask.arguments}? [y/N] ").strip().lower() == "y"


url = os.environ.get("SHOP_AGENT")  # of `agentcli serve`; by default, a child process is started
where = {"url": url} if url else {"flags": ["--tools", "none"]}  # only the tools of this program
try:
    with agentcli.Agent(**where, tools=[orders, postpone], approve=approve,
                        instructions="You help a clerk of a shop. Answer in one sentence.",
                        session=f"customer-{customer}") as agent:
        for event in agent.run(question, context={"page": page}):
            if isinstance(event, agentcli.TextEvent):
                print(event.text, end="", flush=True)
        print()
except agentcli.AgentError as error:
    sys.exit(f"shop.py: {error}")
