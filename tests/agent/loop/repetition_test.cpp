#include "catch.hpp"

#include "agent/loop/repetition.hpp"

#include <chrono>

using namespace agent::calls;
using namespace agent::loop;

using Judgement = Repetition::Verdict;

using MadeCall = Repetition::Call;
static const MadeCall look {"read", "{}"};
static const MadeCall look_elsewhere {"read", "{\"path\":\"x\"}"};
static const MadeCall change {"write", "{}", Effect::changes};

TEST_CASE("a call that goes round in circles is refused once, and then for good")
{
    Repetition repetition(2);
    for (const Judgement expected :
        {Judgement::fine, Judgement::fine, Judgement::once_too_often, Judgement::again_too_often}) {
        repetition.begin_message();
        CHECK(repetition.judge(look) == expected);
        if (expected != Judgement::again_too_often)
            repetition.judge(look_elsewhere); // another call that changes nothing is no excuse
    }
}

TEST_CASE("in one message a call may be too many often, and is told of first")
{
    Repetition repetition(1);
    repetition.begin_message();
    CHECK(repetition.judge(look) == Judgement::fine);
    CHECK(repetition.judge(look) == Judgement::once_too_often);
    CHECK(repetition.judge(look) == Judgement::once_too_often);
    repetition.begin_message();
    CHECK(repetition.judge(look) == Judgement::again_too_often);
}

TEST_CASE("after a change the same question may be asked again")
{
    Repetition repetition(1);
    for (int round = 0; round < 3; ++round) {
        CHECK(repetition.judge(look) == Judgement::fine);
        const MadeCall another {"write", std::to_string(round), Effect::changes};
        CHECK(repetition.judge(another) == Judgement::fine);
    }
}

TEST_CASE("a call that changes something does not excuse itself")
{
    Repetition repetition(2);
    CHECK(repetition.judge(change) == Judgement::fine);
    CHECK(repetition.judge(change) == Judgement::fine);
    CHECK(repetition.judge(change) == Judgement::once_too_often);
}

static Judgement make(
    Repetition& repetition, const MadeCall& call, const ToolAnswer& answer = {"{}"})
{
    repetition.begin_message();
    const Judgement verdict = repetition.judge(call);
    if (verdict == Judgement::fine)
        repetition.hear(call, answer);
    return verdict;
}

static ToolAnswer failure_of(const std::string& code) { return {"{}", "it failed", code}; }

static MadeCall edit(int number)
{
    return {"edit", std::to_string(number), Effect::changes, {"path\na"}};
}

// Calls until the end, at most 100.
template<class Next>
static int calls_until_stop(Repetition& repetition, const Next& next)
{
    for (int count = 1; count <= 100; ++count)
        if (next(count) == Judgement::again_too_often || !repetition.reason_to_stop().empty())
            return count;
    return 0;
}

TEST_CASE("changes that undo each other go round in circles")
{
    Repetition repetition(3);
    CHECK(calls_until_stop(repetition, [&](int count) { return make(repetition, edit(count % 2)); })
        == 3 * 2 + 2 + 2 + 1);
    Repetition with_tests(3);
    CHECK(calls_until_stop(with_tests, [&](int count) {
        return count % 2 == 0 ? make(with_tests, {"test", "", Effect::changes},
                   {"failed after " + std::to_string(count) + " ms"})
                              : make(with_tests, edit(count % 4));
    }) > 0);
}

TEST_CASE("calls that fail again and again with other arguments end, after a warning")
{
    Repetition repetition(3);
    int warned = 0;
    CHECK(calls_until_stop(repetition, [&](int count) {
        make(repetition, look, {std::to_string(count)}); // is no excuse
        make(repetition, change);
        repetition.begin_message();
        const Judgement verdict = repetition.judge(edit(count));
        warned += repetition.hear(edit(count), failure_of("NO_MATCH")).empty() ? 0 : 1;
        return verdict;
    }) == 6);
    CHECK(warned == 3);
    CHECK(repetition.reason_to_stop()
        == "the model goes round in circles: 'edit' has failed 6 times in a row with the same "
           "'path', "
           "at last with NO_MATCH");
}

TEST_CASE("an unknown tool ends it too, and one that fails whatever its arguments")
{
    Repetition unknown(3);
    CHECK(calls_until_stop(unknown, [&](int count) {
        const MadeCall call {"bash", std::to_string(count), Effect::none, {}, false};
        return make(unknown, call, failure_of("NOT_FOUND"));
    }) == 6);
    Repetition failing(3);
    CHECK(calls_until_stop(failing, [&](int count) {
        const MadeCall call {"patch", std::to_string(count), Effect::changes};
        return make(failing, call, failure_of("NO_MATCH"));
    }) == 12);
}

TEST_CASE("honest repetition goes on")
{
    Repetition repetition(3);
    ToolAnswer slow {"{\"exit\":1}"};
    slow.duration = std::chrono::seconds(5);
    CHECK(calls_until_stop(repetition, [&](int) { // polls
        return make(repetition, {"exec", "sleep 5; test -e done", Effect::changes}, slow);
    }) == 0);
    CHECK(calls_until_stop(repetition, [&](int count) { // reads page after page
        return make(repetition, {"read", std::to_string(count), Effect::none, {"path\na"}});
    }) == 0);
    CHECK(calls_until_stop(repetition, [&](int count) { // tests after each edit
        make(repetition, edit(count));
        return make(repetition, {"exec", "make test", Effect::changes}, {"{\"exit\":2}"});
    }) == 0);
    CHECK(calls_until_stop(repetition, [&](int count) { // turns pages, which differ
        make(repetition, {"click", "next", Effect::changes});
        return make(repetition, {"show", "", Effect::changes}, {std::string(count, 'x')});
    }) == 0);
    CHECK(calls_until_stop(repetition, [&](int count) { // an edit fails now and then
        return make(
            repetition, edit(count), count % 3 == 0 ? ToolAnswer {"{}"} : failure_of("NO_MATCH"));
    }) == 0);
}
