#pragma once

#include "agent/calls/tool_result.hpp"
#include "agent/channel/events.hpp"
#include "agent/model/chat_completions.hpp"
#include "frontends/workflow/terminal_turn.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace frontends::workflow {

using namespace agent;
using namespace runner;
using namespace toolkit;

// Prints the progress of a run: lines on stderr for people, or events as lines of JSON.
class Progress {
public:
    // `batch`: events on stderr, and the result on one line of stdout. `batch_json`: the same with
    // the object of --json.
    enum class Form { people, json, events, batch, batch_json };

    // `is_verbose`: what commands print is shown by show_live(), and not after a failure.
    // While other processes execute steps, lines wait until nobody is asked under `questions`.
    Progress(terminal::Output& output, Form form, bool is_verbose = false,
        const TerminalLock* questions = nullptr)
        : output(output)
        , form(form)
        , is_verbose(is_verbose)
        , questions(questions)
    {
    }

    void workflow_begins(const std::string& name, const std::string& run_id);

    // `path` is that of the step, such as summaries[3].draft.
    void step_begins(const std::string& path);
    // `result` is the document of the step.
    void step_ends(const std::string& path, const Json& result);

    // Reports a step that an earlier process of this run has done.
    void step_is_kept(const std::string& path, const Json& result);

    // Reports that a try has failed, and that another one follows after a pause.
    void step_is_retried(const std::string& path, const Json& result, long long pause_ms);

    // Report a call of a tool, by a step or by a model in it, and its result. Printed only with
    // --events.
    void call_begins(const std::string& path, const model::ToolCall& call);
    void call_ends(
        const std::string& path, const model::ToolCall& call, const calls::ToolAnswer& answer);

    // Report that other processes now execute steps, and that they have finished. One of them may
    // ask on the terminal: nothing is printed there until it has been answered.
    void steps_are_shared();
    void steps_are_own();

    // True if what commands print is to be passed to show_live(), line by line and redacted.
    bool shows_live() const { return is_verbose; }
    void show_live(const std::string& path, const std::string& line)
    {
        print_line("  " + path + " | " + line);
    }

    void note(std::string_view text) { output.note(text); }

    // Prints the plan of a workflow that is only planned, with --json.
    void show_plan(const Json& plan);

    // Reports the end of the run; `summary` is the object of --json.
    void run_ends(const Json& summary, const Json& result);

    // The steps of the object, in the order in which they ended.
    const Json& steps() const { return ended; }

    // Prints the event if events are printed, or passes it on.
    void event(const channel::Event& event);

    // Receives events in place of the output: for a host, and in a worker for the process that has
    // forked it, since lines of several processes could mix. May be empty.
    std::function<void(const channel::Event& event)> pass_on;

private:
    bool is_batch() const { return form == Form::batch || form == Form::batch_json; }

    void print_line(std::string line);
    void print_waiting();
    void show_printed(const std::string& path, const Json& result);

    terminal::Output& output;
    Form form;
    bool is_verbose;
    const TerminalLock* questions; // nullptr: nobody is asked on the terminal
    std::vector<std::string> waiting; // lines
    Json ended = Json::array();
    int shared = 0; // nested calls of steps_are_shared()
};

}
