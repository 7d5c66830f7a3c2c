#include "frontends/host/turns.hpp"

#include "runner/start/ending.hpp"
#include "toolkit/system/hash.hpp"

#include <chrono>
#include <utility>

namespace frontends::host {

using namespace agent;
using namespace runner;
using namespace toolkit;

std::vector<start::Engine::Turn::Message> Turns::steering_messages()
{
    std::vector<start::Engine::Turn::Message> all;
    if (take_notes)
        for (auto& note : take_notes())
            all.push_back({std::move(note)});
    for (const auto& say : by.inbox.take_steering()) {
        if (by.cancel.is_set()) { // the turn ends before the message is sent
            tell_said(by.channel, say, channel::SaidState::taken_back);
            continue;
        }
        if (may_send && !may_send(say))
            continue;
        tell_said(by.channel, say, channel::SaidState::delivered);
        for (auto& message : messages(say))
            all.push_back(std::move(message));
    }
    return all;
}

loop::Stop Turns::ask(start::Engine& engine, const Prepared& prepared, loop::Tally& tally)
{
    try {
        by.cancel.end_after(config.limits.time);
        by.audit.begin(prepared.sha256);
        return engine.turn(
            {prepared.messages(), [this] { return steering_messages(); }, true}, tally);
    } catch (const ToolError& error) {
        return start::stop_of(error, loop::Reason::failed, config.limits.time, by.cancel);
    } catch (const std::exception& error) {
        return start::stop_of(error);
    }
}

// Fails a turn that cannot be recorded: the audit trail has to be complete.
void Turns::write_down(loop::Stop& stop, const loop::Tally& tally)
{
    try {
        const std::string hash
            = stop.reason == loop::Reason::answered ? system::sha256(stop.answer) : "";
        by.audit.end({loop::name_of(stop.reason), start::status_of(stop, by.cancel), tally.steps(),
            hash, tally.cost(), tally.fallback()});
    } catch (const ToolError& error) {
        stop = {loop::Reason::failed, "", error.message, error.hint, false, error.code};
    } catch (const std::exception& error) {
        stop = start::stop_of(error);
    }
}

void Turns::count_usage(const Json& usage)
{
    loop::Tally one;
    one.add_usage(usage);
    sum.add(one);
}

void Turns::take(start::Engine& engine, const channel::ScreenSay* say)
{
    if (say == nullptr)
        return take(engine, {{}, [] { return std::vector<start::Engine::Turn::Message>(); }});
    take(engine,
        {system::sha256(start::prompt_of(say->content)), [&] { return messages(*say); }, say});
}

void Turns::take(start::Engine& engine, const Prepared& prepared)
{
    const BusyWith asking(by.inbox, Inbox::Busy::turn);
    const auto begun = system::Watch::Clock::now();
    by.channel.set_turn(++count);
    by.channel.event(channel::Turn {channel::TurnBegins {}});
    if (prepared.said != nullptr)
        tell_said(by.channel, *prepared.said, channel::SaidState::delivered);
    loop::Tally tally;
    loop::Stop stop = ask(engine, prepared, tally);
    engine.end_turn();
    write_down(stop, tally);
    end(stop, tally, begun);
}

loop::Stop Turns::compact(start::Engine& engine)
{
    const BusyWith asking(by.inbox, Inbox::Busy::turn);
    const auto begun = system::Watch::Clock::now();
    by.channel.set_turn(++count);
    by.channel.event(channel::Turn {channel::TurnBegins {}});
    by.cancel.end_after(config.limits.time);
    loop::Tally tally;
    loop::Stop stop = engine.compact(tally);
    end(stop, tally, begun);
    return stop;
}

void Turns::end(loop::Stop stop, const loop::Tally& tally, system::Watch::Clock::time_point begun)
{
    sum.add(tally);
    if (hint_of && stop.reason != loop::Reason::answered)
        stop.hint = hint_of(stop);
    const std::chrono::duration<double> taken = system::Watch::Clock::now() - begun;
    channel::TurnEnds ends = tally.end(stop, start::status_of(stop, by.cancel));
    ends.seconds = taken.count();
    by.channel.event(channel::Turn {std::move(ends)});
    by.channel.set_turn(0);
    by.cancel.reset();
}

}
