#include "agent/loop/repetition.hpp"

#include "toolkit/system/hash.hpp"

namespace agent::loop {

using namespace toolkit;

Repetition::Repetition(std::int64_t most)
    : most(most)
{
}

void Repetition::begin_message() { refused.merge(refused_now); }

Repetition::Verdict Repetition::judge(
    const std::string& tool, const std::string& input, calls::Effect effect)
{
    const std::string key = tool + '\n' + system::sha256(input); // which can be long
    const std::int64_t before = counts[key];
    if (before == most) {
        if (refused.contains(key))
            return Verdict::again_too_often;
        refused_now.insert(key);
        return Verdict::once_too_often;
    }
    if (effect == calls::Effect::changes) {
        counts.clear();
        refused.clear();
        refused_now.clear();
    }
    counts[key] = before + 1;
    return Verdict::fine;
}

}
