#include "catch.hpp"

#include "agent/loop/repetition.hpp"

using namespace agent::calls;
using namespace agent::loop;

using Judgement = Repetition::Verdict;

struct MadeCall {
    std::string tool;
    std::string input;
};
static const MadeCall look {"read", "{}"};
static const MadeCall look_elsewhere {"read", "{\"path\":\"x\"}"};
static const MadeCall change {"write", "{}"};

TEST_CASE("a call that goes round in circles is refused once, and then for good")
{
    Repetition repetition(2);
    for (const Judgement expected :
        {Judgement::fine, Judgement::fine, Judgement::once_too_often, Judgement::again_too_often}) {
        repetition.begin_message();
        CHECK(repetition.judge(look.tool, look.input, Effect::none) == expected);
        if (expected != Judgement::again_too_often)
            repetition.judge(look_elsewhere.tool, look_elsewhere.input,
                Effect::none); // another call that changes nothing is no excuse
    }
}

TEST_CASE("in one message a call may be too many often, and is told of first")
{
    Repetition repetition(1);
    repetition.begin_message();
    CHECK(repetition.judge(look.tool, look.input, Effect::none) == Judgement::fine);
    CHECK(repetition.judge(look.tool, look.input, Effect::none) == Judgement::once_too_often);
    CHECK(repetition.judge(look.tool, look.input, Effect::none) == Judgement::once_too_often);
    repetition.begin_message();
    CHECK(repetition.judge(look.tool, look.input, Effect::none) == Judgement::again_too_often);
}

TEST_CASE("after a change the same question may be asked again")
{
    Repetition repetition(1);
    for (int round = 0; round < 3; ++round) {
        CHECK(repetition.judge(look.tool, look.input, Effect::none) == Judgement::fine);
        const MadeCall another {"write", std::to_string(round)};
        CHECK(repetition.judge(another.tool, another.input, Effect::changes) == Judgement::fine);
    }
}

TEST_CASE("a call that changes something does not excuse itself")
{
    Repetition repetition(2);
    CHECK(repetition.judge(change.tool, change.input, Effect::changes) == Judgement::fine);
    CHECK(repetition.judge(change.tool, change.input, Effect::changes) == Judgement::fine);
    CHECK(
        repetition.judge(change.tool, change.input, Effect::changes) == Judgement::once_too_often);
}
