#pragma once

#include "agent/calls/tool_source.hpp"
#include "agent/mcp/server.hpp"
#include "agent/mcp/server_questions.hpp"
#include "agent/mcp/server_sign_in.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// A request to a server on behalf of a call, with its name for messages.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ServerCall {
    calls::CallId id = 0;
    std::string method;
    Json params;
    std::string name; // "echo"
    HttpFields fields = {}; // HTTP header fields of the request
    bool may_ask = true; // false: questions of the server during this call are declined
};

// The outcome of a call: the unchanged result, or an error.
// NOLINTNEXTLINE(bugprone-exception-escape): as above
struct ServerOutcome {
    Json result = {};
    std::optional<ToolError> error = {};
    std::chrono::milliseconds duration {}; // since the request was sent; 0 if it was not sent
    bool was_sent = false;
    bool is_end_unknown = false; // whether a failed call had any effect is unknown; see ToolAnswer
};

// The input that a server requires before it continues a call: `input_required`, or pages that the
// operator has to visit first (error -32042).
// NOLINTNEXTLINE(bugprone-exception-escape): as above
struct WantedInput {
    std::map<std::string, ServerQuestions::Number> open = {}; // open questions by key
    std::map<std::string, std::string> urls = {}; // URLs of questions by key; empty: a form
    Json responses = Json::object(); // responses by key
    Json state = {}; // requestState
    std::set<std::string> pages = {}; // elicitationIds of pages whose visit is not complete
    bool is_of_error = false; // requested by error -32042
    Json question = {}; // params of the last page in the error
    bool was_refused = false; // the operator refused to open a page
    int repeated_questions = 0; // questions whether the operator is done with a page
    // All pages were opened, and the operator is asked whether the visits are complete.
    bool awaits_pages = false;
};

// The unfinished calls of one server. A call waits until the server is ready. No function blocks.
//
// Time limits: after the entry's `timeout` without progress, which starts again whenever the
// reported progress increases, and in any case after longest(), the larger of Patience::call and
// the entry's `timeout`, a call is cancelled. A call that could not be sent fails after the entry's
// `start_timeout` plus its `timeout`. A call that times out is reported only once the server has
// answered a ping or has been stopped, so that the next call does not hit a hung server. If the
// server ends, all its calls fail.
//
// A call is sent again only with the input that the server requested, after pages were visited, if
// the server rejected it because its session ended, or after a sign-in.
class ServerCalls {
public:
    using Clock = system::Watch::Clock;

    // `server` must outlive this object. `by` answers the questions of the server, at most three
    // new ones per call; while a question is open, the timeouts of sent calls do not run. A call
    // that needs a sign-in begins one with `sign_ins`, at most once for a token and once for
    // further scopes. If `sign_ins` is null, such a call fails.
    ServerCalls(Server& server, ServerQuestions::Dependencies by,
        std::shared_ptr<SignInPrompter> sign_ins = {});

    // Returns the sign-in at the server. When it ends, step() restarts the server if it succeeded,
    // and the waiting calls continue or fail.
    ServerSignIn& sign_in() { return its_sign_in; }
    const ServerSignIn& sign_in() const { return its_sign_in; }

    // True while the token is being renewed. Meanwhile the renewal holds the lock of the token, so
    // that a sign-in cannot end and a sign-out cannot begin.
    bool is_renewing() const;

    // Returns the outcome of the last sign-in, once; nullopt if none ended since.
    std::optional<SignInEnd> take_sign_in_end() { return std::exchange(sign_in_end, std::nullopt); }

    // Adds a call, and starts the server if it is resting. Sends the request immediately if the
    // server is ready; otherwise step() sends it. A call of a tool also waits while the tool list
    // is being fetched again; refuse() can end it then. If the server is down, the call fails
    // immediately with an error in take_ended(), unless it can begin a sign-in. `call.id` must not
    // be in use.
    void begin(ServerCall call);
    // Ends a call immediately, and asks the server to cancel the request if it was sent. The
    // outcome is in take_ended() when cancel() returns. Has no effect if the id is unknown or the
    // call has ended.
    void cancel(calls::CallId id, calls::Cancelled why);

    // Ends a call with this error if its request was not sent; otherwise has no effect.
    void refuse(calls::CallId id, ToolError error);
    bool empty() const { return calls.empty(); }

    // True if the request of this call was sent and its outcome is not known yet.
    bool has_sent(calls::CallId id) const;

    // Returns the latest progress report of a call, once; nullopt if there is no new one. The
    // message has at most 500 bytes and no control characters.
    std::optional<calls::CallProgress> take_progress(calls::CallId id);

    // watch() adds the descriptors and times to wait for; step() makes as much progress as possible
    // without blocking. Call both after those of the server.
    void watch(system::Watch& watch) const;
    void step();

    // Returns the calls that ended since the previous take_ended(), in the order in which they
    // ended.
    using Ended = std::vector<std::pair<calls::CallId, ServerOutcome>>;
    Ended take_ended() { return std::exchange(ended, {}); }

private:
    using Input = WantedInput;
    struct Running {
        ServerCall call;
        Clock::time_point begun = Clock::now();
        RequestId request = 0; // 0: not sent yet
        Clock::time_point sent = {};
        Clock::duration asked_before = {}; // ServerQuestions::time_asking() when it was sent
        int rounds = 0;
        int questions = 0;
        std::optional<Input> input = {}; // input that the call waits for
        std::set<std::string> opened = {}; // URLs that the operator agreed to open
        // Error of a call that timed out; reported after the ping.
        std::optional<ToolError> late = {};
        bool was_refused = false; // rejected because the session ended; sent again in the next one
        bool awaits_sign_in = false;
        bool has_waited_for_token = false; // has begun a sign-in for a token
        bool has_waited_for_scopes = false;
    };
    using Iterator = std::list<Running>::iterator;

    std::chrono::milliseconds longest() const;
    Clock::time_point deadline(const Running& running) const;
    void send(Running& running, const Json& more);
    bool can_send(const Running& running) const;
    Clock::time_point send_deadline(const Running& running) const;
    void send_waiting();
    void take_responses();
    void take_response(Iterator running, const Response& response);
    void take_error(Iterator running, const Response::Error& error);
    void restart();
    bool begin_input(Running& running, const Json& result);
    bool begin_pages(Running& running, const Json& elicitations);
    ToolError refused_pages(const Running& running, const Json& elicitations) const;
    bool add_question(Running& running, const std::string& key, const Json& params);
    ServerQuestions::Number ask(Running& running, const Json& params, bool is_again);
    void take_inputs();
    void take_answers(Running& running);
    void end_input(Iterator running);
    void end_pages(Iterator running);
    void leave_input(Running& running);
    void take_questions();
    void answer_questions();
    void withdraw_questions(calls::CallId call);
    void take_completed();
    void end_unsent();
    bool begin_sign_in(Running& running, const std::string& scopes);
    void step_sign_in();
    void end_sign_in(const SignInEnd& end);
    void leave_sign_in(Running& running);
    void give_up_late();
    void end_late();
    void end_all();
    void end(Iterator running, ServerOutcome outcome);
    void fail(Iterator running, ToolError error);
    // Fails a call; if it was sent, its effect is unknown.
    void lose(Iterator running, ToolError error);
    std::string title(const Running& running) const;
    Iterator find(calls::CallId id);

    Server& server;
    ServerQuestions questions;
    ServerSignIn its_sign_in;
    std::optional<SignInEnd> sign_in_end; // result of take_sign_in_end()
    std::list<Running> calls;

    // A request of a server for an answer, and the call during which it was made.
    struct Asked {
        Question question;
        calls::CallId call;
    };
    std::map<ServerQuestions::Number, Asked> asked; // unanswered questions
    Ended ended;
};

// Returns the name of the era in audit lines: "legacy" or "modern".

const char* name_of(Era era);

// Returns the sandbox of a server: the JSON object that its launcher reported, or {"level", "by"}
// without a valid report. `by` is "operator" then, and `level` is "unknown" if the entry has a
// launcher, and "none" otherwise.
Json sandbox_of(const Server& server);

// Returns a message for the operator about a line that is not valid JSON.
std::string unreadable_note(const std::string& server, const std::string& line);

// Return audit lines, which have "server" (its name) and "state". `started_line` adds "argv" and
// "variables" (names only), or "origin" and "headers" (names only) over HTTP, and "sandbox", "era",
// "version", "serverInfo" and "listSha256". `ended_line` adds "exit" (null unless it exited),
// "signal" if it was killed, and the text of the event as "failure", or as "reason" if agentcli
// stopped it. `asked_line` adds `fields`.
Json started_line(const Server& server);
Json ended_line(const Server& server, const ServerEvent& event);
Json asked_line(const Server& server, const Json& fields);

}
