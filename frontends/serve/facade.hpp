#pragma once

#include "frontends/facade/chat_answer.hpp"
#include "frontends/facade/chat_request.hpp"
#include "frontends/facade/stored_responses.hpp"
#include "frontends/serve/followers.hpp"
#include "frontends/serve/runs.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>

namespace frontends::serve {

using namespace frontends::facade;

// The runs of clients that use chat completions: those that are being answered, and those that wait
// for the results of their client's tools. No function blocks.
class Facade {
public:
    using Clock = system::Watch::Clock;

    Facade(const serve::Settings& settings, serve::Runs& runs)
        : settings(settings)
        , runs(runs)
    {
    }

    // Returns the run for a request. Throws BAD_REQUEST, UNSUPPORTED, PERMISSION_DENIED or
    // TOO_LARGE.
    RunRequest run_request(const ChatRequest& request) const;

    // A request, with the form of its answer.
    struct Question {
        ChatRequest request;
        std::unique_ptr<AnswerForm> form;
    };

    // Sends the answer of a new run to the client.
    void begin(const serve::Client& client, const std::string& run, Question question);

    // Continues the run that waits for the results in this request, if the settings and the earlier
    // messages are unchanged and the client may use the run. Returns false if it continues no run.
    // Cancels a run that waits for these results but has another conversation.
    bool go_on(const serve::Client& client, Question& question);

    // Cancels the runs that wait for results which are in the history of this request: the client
    // continues without these runs. Cancels only runs that the caller may use.
    void cancel_abandoned(const serve::Caller& caller, const ChatRequest& request);

    // The responses that clients of the Responses API may refer to.
    StoredResponses responses = {};

    // Must be called when a client has left. Returns the run that it has waited for; empty if there
    // is none.
    std::string forget(const serve::Client& client);

    // Sends this error to the clients for which `test` is true, and ends their responses. Their
    // runs go on.
    void end_those(const serve::Followers::Test& test, const http::HttpResponse& refusal);

    // Must be called when the run has changed, or the client has received something.
    void wake(const std::string& run);
    void wake(const serve::Client& client) { followers.wake(client); }

    void watch(system::Watch& watch) const;
    void step();

private:
    struct Talk {
        std::string run;
        std::shared_ptr<const serve::EventLog> log;
        std::uint64_t position = 0; // offset in the log
        RunEventTracker told = {};
    };
    struct Answer {
        Talk talk;
        std::unique_ptr<AnswerForm> form;
        std::string digest; // of the conversation in the request
        bool is_streamed;
        std::string sent = {}; // the text so far, if it is streamed
        Clock::time_point comment_at = {};
        Clock::time_point asked_at = {}; // when a tool of the client was last called
    };
    struct Held {
        Talk talk;
        std::string digest; // of the conversation up to the calls
        Clock::time_point until;
    };

    void answer(const serve::Client& client, Talk talk, Question question);
    std::deque<Held>::iterator held_for(const serve::Caller& caller, const ChatRequest& request);
    static void give_results(serve::Run& run, Talk& talk, const ChatRequest& request);
    static void read(const serve::Client& client, Answer& answer);
    static bool has_all(const Answer& answer);
    void comment(const serve::Client& client, Answer& answer);
    bool is_over(const serve::Client& client, Answer& answer);
    bool waits(const Answer& answer) const;
    static void finish(const serve::Client& client, const Answer& answer);
    static void finish_run(const serve::Client& client, const Answer& answer);
    static void send_failure(
        const serve::Client& client, const Answer& answer, const http::HttpResponse& failure);
    static void fail(const serve::Client& client, const Answer& answer);
    void hold(const serve::Client& client, Answer& answer);
    void end_held();

    const serve::Settings& settings;
    serve::Runs& runs;
    std::map<serve::Client, Answer> answers;
    serve::Followers followers; // the clients in `answers`
    std::deque<Held> held; // the oldest first
    bool looks_at_held = false; // a run has changed since end_held()
};

}
