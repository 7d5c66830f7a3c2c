#pragma once

#include "frontends/serve/caller.hpp"
#include "frontends/serve/event_log.hpp"
#include "frontends/serve/run_id.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace frontends::serve {

// Selects the items of a feed that say that a run was begun, in the set of events that a reader
// wants.
inline constexpr channel::EventSet begun_item = channel::EventSet(1) << 63;

// Identifies an item of a feed: the text is FEED-NUMBER.
struct Cursor {
    std::string feed; // 16 hexadecimal digits
    std::uint64_t number = 0;
};

// Throws BAD_REQUEST if the text is not a cursor.
Cursor cursor_in(std::string_view text);

// The events of several runs in the order in which they arrived, since the feed was made. Contains
// references to the logs of the runs: about 80 bytes for consecutive events of one run. The oldest
// are discarded. Items are numbered, so that a reader can continue after any of them.
class Feed : public EventSource {
public:
    // Returns the log of a run; null if it has been removed.
    using Open = std::function<std::shared_ptr<const EventLog>(const std::string& run)>;

    explicit Feed(Open open);

    // A part of a log: the numbers of its first and last event, and its place in the log.
    struct Part {
        std::uint64_t seq = 0;
        std::uint64_t last_seq = 0;
        std::uint64_t offset = 0;
        std::uint64_t bytes = 0;
    };
    // Add items. Keep at most `limit` parts.
    void add_begun(const RunId& run, std::size_t limit);
    void add(const RunId& run, const Part& part, std::size_t limit);

    // Discards the oldest parts if there are more than `limit`.
    void discard(std::size_t limit);

    struct Entry {
        StreamPosition place;
        std::string text; // the item `start`; empty if the reader continues after a cursor
    };
    // Returns the place after the cursor. Without a cursor, and if items after it have been
    // discarded or it is another feed's, returns the end, with an item `start`.
    Entry enter(const std::optional<Cursor>& cursor, const EventText& text) const;

    std::optional<std::string> read_at(StreamPosition& place) const override;
    bool has_more(const StreamPosition& place) const override;
    bool is_over(const StreamPosition& place) const override
    {
        return is_complete && !has_more(place);
    }
    std::string comment(const StreamPosition& place) const override;

    // True if no item will follow.
    bool is_complete = false;

private:
    struct Span {
        RunId run;
        bool is_begun; // has only the item that the run was begun
        std::uint64_t first; // numbers of its items
        std::uint64_t last;
        Part part;
    };

    std::string cursor_of(std::uint64_t number) const
    {
        return name + "-" + std::to_string(number);
    }
    std::string item(const EventText& text, std::uint64_t number, const char* type,
        const std::string& rest) const;
    std::string start_after(std::uint64_t number, bool has_missed, const EventText& text) const;
    std::uint64_t end() const { return first_part + spans.size(); }
    const Span& span_at(const StreamPosition& place) const
    {
        return spans[place.part - first_part];
    }
    StreamPosition place_at_end(const EventText& text) const;
    bool advance(StreamPosition& place) const;
    std::string read_span(StreamPosition& place, std::size_t& used) const;

    Open open;
    std::string name; // random
    std::deque<Span> spans;
    std::uint64_t first_part = 0; // number of the first span
    std::uint64_t last = 0; // number of the last item
};

// The feeds of all readers: one of all runs, and one of the runs of each owner. A feed is made for
// its first reader; events cost nothing before.
class Feeds {
public:
    explicit Feeds(Feed::Open open)
        : open(std::move(open))
    {
    }

    // Returns the key of the feed that a caller with the scope `read` may read.
    static std::string key_for(const Caller& caller)
    {
        return caller.has_for_all(Scope::read) ? all_runs : "=" + caller.owner;
    }
    static bool is_key(const std::string& text)
    {
        return text == all_runs || text.starts_with('=');
    }

    // Returns the feed with this key; makes it if it does not exist.
    std::shared_ptr<Feed> at(const std::string& key);

    // Add items to the feeds that have the runs of this owner.
    void add_begun(const RunId& run, const std::string& owner);
    void add(const RunId& run, const std::string& owner, const Feed::Part& part);

    // Ends all feeds: their readers have everything when they have read what was added.
    void complete();

    bool has_changed() const { return !changed.empty(); }

    // Returns the keys of the feeds that have changed since the last call.
    std::set<std::string> take_changed() { return std::exchange(changed, {}); }

private:
    static constexpr const char* all_runs = "*";

    std::size_t max_parts_of_each() const;

    template<class Add>
    void add_to_feeds(const std::string& owner, const Add& add);

    Feed::Open open;
    std::map<std::string, std::shared_ptr<Feed>> feeds;
    std::set<std::string> changed;
    bool is_complete = false;
};

}
