#pragma once

#include "toolkit/system/file.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

namespace toolkit::web {

// Looks up the addresses of a host in a thread of its own, since nothing can interrupt that. A
// lookup that is given up ends by itself, and nobody waits for it.
class NameLookup {
public:
    using Address = boost::asio::ip::basic_endpoint<boost::asio::ip::tcp>;

    // Begins. Throws what system_error() makes of a failure.
    NameLookup(const std::string& host, const std::string& port);

    // Readable when it is over.
    int descriptor() const { return found->ended.descriptor(); }
    bool is_over() const { return found->is_over; }

    // Then: the addresses, or an error.
    const std::vector<Address>& addresses() const { return found->addresses; }
    boost::system::error_code error() const { return found->error; }

private:
    struct Found {
        File ended;
        std::vector<Address> addresses = {};
        boost::system::error_code error = {};
        std::atomic<bool> is_over = false;
    };

    static void look(const std::string& host, const std::string& port, Found& found);

    std::shared_ptr<Found> found;
};

}
