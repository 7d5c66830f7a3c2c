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

// A request to a server that a model has caused, with its name in messages.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct ServerCall {
    calls::CallId id = 0;
    std::string method;
    Json params;
    std::string name; // "echo"
    HttpFields fields = {}; // of its request over HTTP
    bool may_ask = true; // false: questions of the server are declined while it is under way
};

// The end of a call: the unchanged result, or an error.
// NOLINTNEXTLINE(bugprone-exception-escape): likewise
struct ServerOutcome {
    Json result = {};
    std::optional<ToolError> error = {};
    std::chrono::milliseconds duration {}; // since it was sent
    bool was_sent = false;
    bool is_end_unknown = false; // of an error: see ToolAnswer
};

// The input that a server wants before it goes on with a call: `input_required`, or pages that the
// operator has to visit first (error -32042).
// NOLINTNEXTLINE(bugprone-exception-escape): likewise
struct WantedInput {
    std::map<std::string, ServerQuestions::Number> open = {}; // open questions by key
    std::map<std::string, std::string> urls = {}; // URLs of questions by key; empty: a form
    Json responses = Json::object(); // by key
    Json state = {}; // requestState
    std::set<std::string> pages = {}; // elicitationIds of pages that are not done with
    bool is_of_error = false; // the server has returned error -32042
    Json question = {}; // the last page of the error
    bool was_refused = false; // the operator does not open a page
    int repeated_questions = 0; // questions whether the operator is done with a page
    bool awaits_pages = false; // all were opened, and the operator is asked whether they are done
};

// The calls of one server that are under way. They wait until the server is ready, have a timeout
// that restarts at each progress of the server, and end with the server. A call that has timed out
// ends when the server has shown that it still answers, or was ended: the next call does not run
// into it. A call is sent again only with the input that the server has requested, after pages were
// visited, if the server has refused it with its session, or if it needed a sign-in.
class ServerCalls {
public:
    using Clock = system::Watch::Clock;

    // `server` must outlive it. `by` answers the questions of the server, at most three per call.
    // While a question is open, the timeouts of the server's calls stand still. A call that needs a
    // sign-in begins one by `sign_ins`, at most once for a token and once for further access; if
    // `sign_ins` is null, the call fails.
    ServerCalls(Server& server, ServerQuestions::Dependencies by,
        std::shared_ptr<SignInPrompter> sign_ins = {});

    // The sign-in at the server. When it has ended, step() starts the server, and the waiting calls
    // continue or fail.
    ServerSignIn& sign_in() { return its_sign_in; }
    const ServerSignIn& sign_in() const { return its_sign_in; }

    // True while the token is being renewed. A sign-in cannot end, and a sign-out cannot begin,
    // before the renewal has released the lock of the token.
    bool is_renewing() const;

    // Returns how the last sign-in has ended, once.
    std::optional<SignInEnd> take_sign_in_end() { return std::exchange(sign_in_end, std::nullopt); }

    // Starts the server if it is resting. If it is down, the call ends with an error. A call of a
    // tool waits while the server has announced another list of tools; refuse() can end it then.
    void begin(ServerCall call);
    void cancel(calls::CallId id, calls::Cancelled why);

    // Ends a call with this error if it was not sent yet.
    void refuse(calls::CallId id, ToolError error);
    bool empty() const { return calls.empty(); }

    // True if this call is under way and the server has its request.
    bool has_sent(calls::CallId id) const;

    // Like ToolSource::take_progress(). The text is short and has no control characters.
    std::optional<calls::CallProgress> take_progress(calls::CallId id);

    // Like those of a ToolSource. Call them after those of the server.
    void watch(system::Watch& watch) const;
    void step();

    // Returns the calls that have ended since the previous take_ended().
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
        std::optional<Input> input = {}; // that it waits for
        std::set<std::string> opened = {}; // URLs that the operator has agreed to open
        std::optional<ToolError> late = {}; // it has timed out, and ends after the sign of life
        bool was_refused = false; // with its session, which has ended: it is sent in the next one
        bool awaits_sign_in = false;
        bool has_waited_for_token = false; // it has begun a sign-in for a token
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
    void lose(Iterator running, ToolError error); // what it has done, if it was sent
    std::string title(const Running& running) const;
    Iterator find(calls::CallId id);

    Server& server;
    ServerQuestions questions;
    ServerSignIn its_sign_in;
    std::optional<SignInEnd> sign_in_end; // for take_sign_in_end()
    std::list<Running> calls;

    // A request of a server for an answer, and the call during which it was made.
    struct Asked {
        Question question;
        calls::CallId call;
    };
    std::map<ServerQuestions::Number, Asked> asked; // not answered yet
    Ended ended;
};

// Audit lines about servers.

const char* name_of(Era era);

// Returns the sandbox of a server as its launcher reports it. Without a report, `by` is "operator"
// and `level` is "unknown" if the entry has a launcher, else "none".
Json sandbox_of(const Server& server);

// Returns a sentence for the operator about a line that can't be read.
std::string unreadable_note(const std::string& server, const std::string& line);

Json started_line(const Server& server);
Json ended_line(const Server& server, const ServerEvent& event);
Json asked_line(const Server& server, const Json& fields);

}
