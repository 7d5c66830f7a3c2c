"""Conversations by clients/python/agentcli.py: conversations.py PROGRAM TALK [URL [TOKEN]]

Each function is a scenario, and writes the model's replies to the recording TALK, which is replayed
by the server at URL or, without URL, by the Agent's child process.
"""
import asyncio, contextlib, json, os, pathlib, signal, sys, threading, time
from typing import Literal, NotRequired, TypedDict

import agentcli

PROGRAM, TALK, URL, TOKEN = (sys.argv[1:] + [None, None])[:4]
OVER = {"url": URL, "token": TOKEN} if URL else {
    "program": PROGRAM, "flags": ["--replay", TALK, "--system", ""]}
ANY = {"role": "user", "content": "<any>"}


def says(text, *asked):
    return {"asked": list(asked) or [ANY], "message": {"role": "assistant", "content": text}}


def calls(tool, arguments="{}", id="c1", asked=ANY):
    function = {"name": tool, "arguments": arguments}
    return {"asked": [asked], "message": {"role": "assistant", "content": None, "tool_calls": [
        {"id": id, "type": "function", "function": function}]}}


def result_of(id="c1"):
    return {"role": "tool", "tool_call_id": id, "content": "<any>"}


def record(*exchanges):
    pathlib.Path(TALK).write_text("".join(json.dumps(one) + "\n" for one in exchanges))


def call_once(tool, arguments="{}"):
    """Records a call of a tool, and the reply "done" to its result."""
    record(calls(tool, arguments), says("done", result_of()))


def agents(**options):
    return agentcli.Agent(**OVER, **options)


def results(turn):
    return [event for event in turn if isinstance(event, agentcli.ResultEvent)]


def children():
    return pathlib.Path(f"/proc/self/task/{threading.main_thread().native_id}/children").read_text()


def expect(kind, work):
    try:
        work()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


def streams():
    record(says("Order 9 is late. It is two days late."))
    with agents() as agent:
        turn = agent.run("What is late?")
        texts = [event.text for event in turn if isinstance(event, agentcli.TextEvent)]
        result = turn.result()
    assert len(texts) > 1 and "".join(texts) == result.answer, texts
    assert result.answer == "Order 9 is late. It is two days late." and result.steps == 1, result
    assert result.raw["exitReason"] == "answered" and result.calls == [], result


class Filter(TypedDict):
    city: str
    limit: NotRequired[int]


def tools_have_schemas():
    arguments = {"customer": 4711, "state": "open", "where": {"city": "Bonn"}, "tags": ["a"]}
    call_once("orders", json.dumps(arguments))
    got = []
    with agents() as agent:
        @agent.tool(changes=False, timeout=5)
        def orders(customer: int, state: Literal["open", "late"], where: Filter, tags: list[str],
                   note: str | None = None):
            "Orders of a customer."
            got.append((customer, state, where, tags, note, threading.current_thread()))
            return [{"id": 9}]
        schema = agent._tools["orders"].schema
        turn = agent.run("What is late?")
        (result,) = results(turn)
    assert got == [(4711, "open", {"city": "Bonn"}, ["a"], None, threading.main_thread())], got
    assert json.loads(result.content) == [{"id": 9}], result
    assert schema["required"] == ["customer", "state", "where", "tags"], schema
    assert schema["properties"]["note"] == {"type": "string"}, schema
    assert schema["properties"]["where"]["required"] == ["city"], schema
    assert turn.result().calls[0].tool == "orders"
    expect(TypeError, lambda: agentcli.tool(lambda *all: 0, name="x"))


def tools_fail():
    record(calls("known"), calls("unknown", id="c2", asked=result_of()),
           calls("large", id="c3", asked=result_of("c2")), says("done", result_of("c3")))
    with agents() as agent:
        @agent.tool
        def known():
            "Fails."
            raise agentcli.ToolError("the database is locked", "BUSY")

        @agent.tool
        def unknown():
            "Fails otherwise."
            return {}["missing"]

        @agent.tool
        def large():
            "Returns too much."
            return "x" * (2 << 20)
        turn = agent.run("Go")
        texts = [(result.code, result.content) for result in results(turn)]
        assert turn.result().answer == "done"
    assert "BUSY" in texts[0][1] and "the database is locked" in texts[0][1], texts
    assert "KeyError" in texts[1][1], texts
    assert "TOO_LARGE" in texts[2][1] and "1048576" in texts[2][1], texts
    assert all(code for code, _ in texts), texts


def outputs_are_large():
    call_once("large")
    with agents() as agent:
        @agent.tool(changes=False)
        def large():
            "Returns as much as is allowed."
            return "x" * 1_000_000
        (result,) = results(agent.run("Go"))
    assert result.code is None and result.content.startswith("xxx"), result


def changed(**fields):
    return lambda ask: {"verdict": "yes", "arguments": {**ask.arguments, **fields}}


def approves():
    path = pathlib.Path("note.txt")
    arguments = json.dumps({"path": "note.txt", "content": "late\n"})
    decisions = [(lambda ask: True, True, ""), (lambda ask: False, False, ""), (None, False, ""),
                 (lambda ask: {"verdict": "no", "reason": "not today"}, False, "not today"),
                 (changed(content="due\n"), True, ""),
                 (changed(path=5), False, "arguments were refused"),
                 (lambda ask: "yes", False, "could not decide"),
                 (lambda ask: 1 / 0, False, "could not decide")]
    for approve, is_done, reason in decisions:
        call_once("fs_write_file", arguments)
        asks = []

        def noting(ask):
            asks.append(ask)
            return approve(ask)
        with agents(approve=approve and noting, approval="changes") as agent:
            (result,) = results(agent.run("Write"))
        assert path.exists() == is_done and reason in result.content, (reason, result)
        if result.arguments:
            assert path.read_text() == result.arguments["content"] == "due\n", result
        if approve:
            assert asks[0].tool == "fs_write_file" and asks[0].changes_files, asks
            assert asks[0].arguments["path"] == "note.txt", asks
        path.unlink(missing_ok=True)


def answers_later():
    for by_id in (False, True):
        call_once("fs_write_file", json.dumps({"path": "note.txt", "content": "late\n"}))
        with agents(approve=lambda ask: agentcli.LATER) as agent:
            for event in agent.run("Write"):
                if isinstance(event, agentcli.ApprovalAsk) and by_id:
                    person = threading.Timer(0.1, agent.answer, (event.id, {"verdict": "yes"}))
                    person.start()
                elif isinstance(event, agentcli.ApprovalAsk):
                    agent.answer(event, {"verdict": "yes"})
                if isinstance(event, agentcli.ResultEvent):
                    assert event.code is None, event
        pathlib.Path("note.txt").unlink()


def cancels():
    call_once("slow")
    with agents() as agent:
        @agent.tool
        def slow():
            "Is cancelled while it runs."
            other = threading.Thread(target=turn.cancel)
            other.start()
            other.join()
            return 1
        turn = agent.run("Go")
        error = expect(agentcli.TurnCancelled, lambda: list(turn))
        assert error.reason == "interrupted" and error.result.exit_status == 130, error
        turn.cancel()  # has no effect
        expect(agentcli.TurnCancelled, turn.result)
        other = agent.run("Go")
        other.cancel()
        expect(agentcli.TurnCancelled, other.result)
        busy = agent.run("Go")
        busy.start()
        expect(agentcli.AgentError, lambda: agent.run("Go").result())


def is_cancelled_late():
    record(says("one"), says("two"))
    with agents() as agent:
        turn = agent.run("First")
        try:
            for event in turn:
                if isinstance(event, agentcli.TextEvent):
                    time.sleep(0.3)  # usually, the turn ends in this time
                    turn.cancel()
            assert turn.result().answer == "one"
        except agentcli.TurnCancelled:
            return
        if not URL:  # the second turn has no events of the first turn
            second = agent.run("Second")
            assert not [event for event in second if event.event == "error"]
            assert second.result().answer == "two"


def times_out():
    call_once("fs_write_file", json.dumps({"path": "note.txt", "content": "late\n"}))
    with agents(approve=lambda ask: agentcli.LATER, timeout=0.5) as agent:
        error = expect(agentcli.TimedOut, lambda: agent.run("Write").result())
        assert error.code == "TIMED_OUT" and isinstance(error, TimeoutError), error
        expect(agentcli.AgentError, lambda: agent.run("Go on", timeout=5).result())
    assert not pathlib.Path("note.txt").exists()
    with agents() as agent:
        @agent.tool
        def slow():
            "Returns after the deadline."
            time.sleep(1)
        call_once("slow")
        with contextlib.suppress(agentcli.TimedOut):  # either TimedOut, or the complete answer
            assert agent.run("Go", timeout=0.5).result().answer == "done"


def continues():
    first, second, session = says("one"), says("two"), f"desk-{os.getpid()}"
    record(first, second)
    agent = agents(session=session)
    with agent:
        assert agent.run("First").result().answer == "one"
        if URL:
            record(second | {"asked": history("First", "one", "Second")})
        assert agent.run("Second").result().answer == "two"
    with agents(session=session) as agent:
        record(says("three", *history("First", "one", "Second", "two", "Third")))
        assert agent.run("Third").result().answer == "three"
    record(first, second)
    with agents() as agent:  # also without a session, the next turn continues
        assert agent.run("First").result().answer == "one"
        if URL:
            record(second | {"asked": history("First", "one", "Second")})
        assert agent.run("Second").result().answer == "two"


def history(*texts):
    return [{"role": ("user", "assistant")[at % 2], "content": text}
            for at, text in enumerate(texts)]


def workers_die():
    call_once("fatal")
    with agents() as agent:
        @agent.tool
        def fatal():
            "Kills the worker."
            os.kill(worker(agent), signal.SIGKILL)
        turn = agent.run("Go")
        error = expect(agentcli.WorkerDied, turn.result)
        assert "signal 9" in str(error) and error.exit_status == -9 and error.hint, error
        expect(agentcli.WorkerDied, turn.result)


def worker(agent):
    if not URL:
        return agent._process._child.pid
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # the process has ended
            line = (process / "cmdline").read_bytes()
            if line.startswith(b"agentcli\0host\0") and TALK.encode() in line:
                return int(process.name)
    raise AssertionError("no worker is running")


def refuses():
    record(says("hello"))
    for options, status, code in [({"system": "x"}, 403, ("PERMISSION_DENIED", "FORBIDDEN")),
                                  ({"session": "a/b"}, 422, ("BAD_REQUEST", "BAD_REQUEST")),
                                  ({"limits": {"tool_calls": -1}}, 422,
                                   ("BAD_REQUEST", "BAD_REQUEST"))]:
        with agents(**options) as agent:
            turn = agent.run("Hello")
            error = expect(agentcli.Refused, lambda: list(turn))
            assert error.code == code[bool(URL)] and error.message, (options, error)
            assert error.status == (status if URL else None), (options, error, error.status)
    with agents() as agent:
        error = expect(agentcli.Refused, lambda: agent.run("Hello", context={"x": "x" * (2 << 20)})
                       .result())
        assert error.message and agent.run("Hello").result().answer == "hello", error
    unreachable = ({"url": "unix:///nowhere"}, agentcli.ConnectionLost) if URL else \
        ({"program": "/nowhere/agentcli"}, agentcli.Refused)
    with agentcli.Agent(**unreachable[0]) as agent:
        error = expect(unreachable[1], lambda: agent.run("Hello").result())
        assert "/nowhere" in str(error) and error.hint, error
    if not URL:
        with agentcli.Agent(program=PROGRAM, flags=["--no-such"]) as agent:
            error = expect(agentcli.Refused, lambda: agent.run("Hello").result())
            assert "--no-such" in str(error), error


def fails():
    record(says("one"))
    with agents() as agent:
        assert agent.run("First").result().answer == "one"
        last = None
        try:
            for last in agent.run("Second"):
                pass
            raise AssertionError("the turn does not fail")
        except agentcli.TurnFailed as error:
            assert (error.code, error.reason) == ("CONFLICT", "failed"), error
        assert last.event == ("end" if URL else "turn"), last


def runs_workflows():
    record()
    asks, over = [], OVER if URL else {"program": PROGRAM}

    def answer(ask):
        asks.append(ask)
        return {"value": "9"}
    with agentcli.Agent(**over, answer=answer) as agent:
        turn = agent.workflow("release", {"version": "7"})
        steps = [event.path for event in turn if isinstance(event, agentcli.StepEnds)]
        assert turn.result().output == {"released": "7 as 9"}, turn.result()
    assert steps and asks[0].message == "Which number?" and asks[0].type == "text", (steps, asks)
    with agentcli.Agent(**over) as agent:  # without `answer`
        turn = agent.workflow("release", {"version": "7"})
        error = expect(agentcli.TurnFailed, turn.result)
        assert isinstance(error.result, agentcli.WorkflowEnds), error


def is_left():
    call_once("fs_stat", '{"path":"."}')
    agent = agents()
    for _ in agent.run("Go"):
        break
    agent.close()
    expect(agentcli.AgentError, lambda: agent.run("Go").result())


def asynchronous():
    async def converse():
        call_once("slow")
        seen = []
        async with agentcli.AsyncAgent(**OVER) as agent:
            @agent.tool
            async def slow():
                "Waits until it is cancelled."
                try:
                    await asyncio.sleep(60)
                except asyncio.CancelledError:
                    seen.append("cancelled")
                    raise
            turn = agent.run("Go")

            async def read():
                async for event in turn:
                    if isinstance(event, agentcli.WaitingEvent):
                        canceller.append(asyncio.create_task(turn.cancel()))
            canceller = []
            try:
                await read()
                raise AssertionError("the turn is not cancelled")
            except agentcli.TurnCancelled:
                pass
            await asyncio.sleep(0)
        assert seen == ["cancelled"], seen
        record({"asked": [ANY], "message": {"role": "assistant", "content": None, "tool_calls": [
            {"id": f"c{at}", "type": "function", "function": {"name": name, "arguments": "{}"}}
            for at, name in enumerate(("first", "second"))]}}, says("done", result_of("c0"),
                                                                     result_of("c1")))
        async with agentcli.AsyncAgent(**OVER) as agent:
            second_runs = asyncio.Event()

            @agent.tool(changes=False)
            async def first():
                "Ends after the second has begun."
                await second_runs.wait()

            @agent.tool(changes=False)
            def second():
                "Runs in a thread."
                agent_loop.call_soon_threadsafe(second_runs.set)
                return threading.current_thread() is threading.main_thread()
            agent_loop = asyncio.get_running_loop()
            turn = agent.run("Go")
            contents = [event.content async for event in turn
                        if isinstance(event, agentcli.ResultEvent)]
            assert sorted(contents) == ["false", "null"], contents
            assert (await turn.result()).answer == "done"
    asyncio.run(converse())


def resumes():
    if not URL:
        return expect(agentcli.AgentError, lambda: agents().resume("x").result())
    record(calls("ask"), calls("ask", id="c2", asked=result_of()), says("done", result_of("c2")))
    answers, session = [], f"kept-{os.getpid()}"

    def ask():
        "Asks."
        answers.append(len(answers))
        return answers[-1]
    tools = [agentcli.tool(ask)]
    with agents(session=session, tools=tools, on_disconnect="continue") as agent:
        turn = agent.run("Go")
        for event in turn:
            if event.event == "ask" and answers:
                break
        run_id, last = turn.run_id, event.seq
    for after in (last, 0):
        with agents(session=session, tools=tools, on_disconnect="continue") as agent:
            again = agent.resume(run_id, after=after)
            seen = list(again)
            assert again.result().answer == "done" and seen[-1].event == "end", seen
        assert answers == [0, 1], answers
    with agents() as agent:
        assert agent.resume(run_id, after=seen[-1].seq).result().answer == "done"
        error = expect(agentcli.Refused, lambda: agent.resume("0").result())
        assert error.status == 404, error


for scenario in [streams, tools_have_schemas, tools_fail, outputs_are_large, approves,
                 answers_later, cancels, is_cancelled_late, times_out, continues, workers_die,
                 refuses, fails, runs_workflows, is_left, asynchronous, resumes]:
    began = time.monotonic()
    try:
        scenario()
        assert not children(), f"child processes are left: {children()}"
    except BaseException:
        print(f"FAILED: {scenario.__name__}", file=sys.stderr)
        raise
    print(f"{scenario.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
