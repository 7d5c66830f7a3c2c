#pragma once

#include "agent/channel/codec.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>

namespace agent::channel {

// A handler of events is called as handler(const Head&, const Result&). It has an overload for each
// event type that it handles, and lists all others in `using Ignored = Ignore<…>`. A type in both
// or in neither does not compile, nor does an overload that accepts any type.
//
//     struct Count {
//         using Ignored = Ignore<Hello, Run, …>;
//         void operator()(const Head&, const Result& result);
//     };
template<class... Types>
struct Ignore {
};

namespace detail {

struct Anything { };

template<class Type, class List>
inline constexpr bool is_in = false;
template<class Type, class... Types>
inline constexpr bool is_in<Type, Ignore<Types...>> = (std::same_as<Type, Types> || ...);

template<class List, class Events>
inline constexpr bool are_events = false;
template<class... Types, class... Events>
inline constexpr bool are_events<Ignore<Types...>,
    std::variant<Events...>> = (is_in<Types, Ignore<Events...>> && ...);

template<class Handler, class Event>
inline constexpr bool handles = std::invocable<Handler&, const Head&, const Event&>;

template<class Handler, class... Events>
constexpr EventSet handled(std::type_identity<std::variant<Events...>>)
{
    using Ignored = typename Handler::Ignored;
    static_assert(!handles<Handler, Anything>, "an overload takes anything: name its events");
    static_assert(((handles<Handler, Events> != is_in<Events, Ignored>)&&...),
        "each event needs either an overload or a place in Ignored");
    static_assert(are_events<Ignored, std::variant<Events...>>, "Ignored has what is no event");
    EventSet set = 0;
    std::size_t at = 0;
    ((set |= is_in<Events, Ignored> ? EventSet() : EventSet(1) << at, ++at), ...);
    return set;
}

}

// The set of event types that Handler does not ignore.
template<class Events, class Handler>
inline constexpr EventSet events_for = detail::handled<Handler>(std::type_identity<Events>());

// Calls the handler with an event, unless it ignores events of this type.
template<class Events, class Handler>
void dispatch(const Received<Events>& received, Handler& handler)
{
    static_assert(events_for<Events, Handler> <= all_events);
    std::visit(
        [&](const auto& event) {
            if constexpr (detail::handles<Handler, std::remove_cvref_t<decltype(event)>>)
                handler(received.head, event);
        },
        received.event);
}

// Parses the event in `line` and calls the handler with it. Events that the handler ignores are not
// parsed. Throws as decode_event() does.
template<class Events, class Handler>
void dispatch(std::string_view line, Handler& handler)
{
    if (const auto received = decode_event<Events>(line, events_for<Events, Handler>))
        dispatch(*received, handler);
}

}
