#pragma once

#include "frontends/serve/post.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace frontends::serve {

// Gives posts to the sender, and receives their results. Never waits for the sender.
class Outbox {
public:
    // The result of a post.
    struct Result {
        int status = 0; // of the response; 0: there was none
        std::uint32_t retry_after = 0; // seconds; 0: not known
        std::string reason = {}; // why there was no response

        bool is_success() const { return status / 100 == 2; }
    };
    using Done = std::function<void(const Result& result)>;

    // `sender` is the socket of the sender.
    explicit Outbox(File sender);

    // Posts a body of at most max_post_body bytes. `id` is that of a webhook. Calls `done` once, in
    // a later step(), unless the sender exits before.
    void post(To to, std::string_view id, std::string_view body, Done done);

    // Returns true while the sender runs.
    bool is_open() const { return static_cast<bool>(sender); }

    // Returns the number of posts whose results are not known yet.
    std::size_t under_way() const { return waiting.size(); }

    void watch(system::Watch& watch) const;

    // Sends and receives what can be sent and received without waiting. Throws IO_ERROR, once, if
    // the sender has exited.
    void step();

private:
    bool send_unsent();
    bool receive_outcomes();

    File sender;
    std::deque<std::string> unsent; // packets
    std::map<std::uint32_t, Done> waiting; // by number of the post
    std::uint32_t last_number = 0;
};

}
