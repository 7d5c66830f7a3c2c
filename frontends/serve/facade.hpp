#pragma once

#include "frontends/facade/chat_answer.hpp"
#include "frontends/facade/chat_request.hpp"
#include "frontends/serve/followers.hpp"
#include "frontends/serve/runs.hpp"

#include <deque>
#include <map>
#include <memory>
#include <string>

namespace frontends::serve {

using namespace frontends::facade;

// The runs of clients that speak chat completions: those that are answered, and those that wait for
// the results of their client's tools. Nothing here waits.
class Facade {
public:
    using Clock = system::Watch::Clock;

    Facade(const serve::Settings& settings, serve::Runs& runs)
        : settings(settings)
        , runs(runs)
    {
    }

    // Returns the run that a request begins. Throws BAD_REQUEST, UNSUPPORTED, PERMISSION_DENIED or
    // TOO_LARGE.
    RunRequest run_request(const ChatRequest& request) const;

    // The client gets what a run answers that has just begun.
    void begin(const serve::Client& client, const std::string& run, const ChatRequest& request);

    // The run that waits for exactly these results goes on. Throws a Refusal if there is none.
    void go_on(const serve::Client& client, const ChatRequest& request);

    // Its client has left. Returns the run that it has waited for; empty if there is none.
    std::string forget(const serve::Client& client);

    // The run has changed, or the client has taken something.
    void wake(const std::string& run);
    void wake(const serve::Client& client) { followers.wake(client); }

    void watch(system::Watch& watch) const;
    void step();

private:
    struct Talk {
        AnswerFrame frame;
        std::shared_ptr<const serve::EventLog> log;
        std::uint64_t position = 0; // of the log
        Told told = {};
    };
    struct Answer {
        Talk talk;
        bool is_streamed;
        bool tells_usage;
        Clock::time_point comment_at = {};
        Clock::time_point asked_at = {}; // when a tool of the client was called last
    };
    struct Held {
        Talk talk;
        Clock::time_point until;
    };

    void answer(const serve::Client& client, Talk talk, const ChatRequest& request);
    std::deque<Held>::iterator held_for(const ChatRequest& request);
    static void read(const serve::Client& client, Answer& answer);
    static bool has_all(const Answer& answer);
    void comment(const serve::Client& client, Answer& answer);
    bool is_over(const serve::Client& client, Answer& answer);
    bool waits(const Answer& answer) const;
    static void finish(const serve::Client& client, const Answer& answer);
    static void fail(const serve::Client& client, const Answer& answer);
    void hold(const serve::Client& client, Answer& answer);
    void end_held();

    const serve::Settings& settings;
    serve::Runs& runs;
    std::map<serve::Client, Answer> answers;
    serve::Followers followers; // the clients of answers
    std::deque<Held> held; // the oldest first
    bool looks_at_held = false; // a run has changed
};

}
